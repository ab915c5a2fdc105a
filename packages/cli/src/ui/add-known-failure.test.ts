import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readKnownFailures } from "../known-failures/read.ts";
import { addKnownFailure } from "./add-known-failure.ts";

const entry = { check: "A@x/v2", reason: "ticket: 7 # later" };
function pathOf(name: string, text?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-known-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  if (text !== undefined) writeFileSync(join(folder, name), text);
  return join(folder, name);
}

describe("addKnownFailure", () => {
  it.each([
    ["known.yml", undefined],
    ["known.yml", "# ours\n"],
    ["known.yml", "# no line feed at the end"],
    ["known.json", undefined],
    ["known.json", "[]"],
  ])("makes %s from %j", (name, text) => {
    const path = pathOf(name, text);
    addKnownFailure(path, entry);
    expect(readKnownFailures(path)).toEqual([entry]);
    if (text?.startsWith("#")) expect(readFileSync(path, "utf8")).toContain(text);
  });

  it("keeps comments and formatting of the other entries", () => {
    const text = `# why we live with it\n- check: B@y # old\n  reason: "b"\n`;
    const path = pathOf("known.yml", text);
    addKnownFailure(path, entry);
    expect(readFileSync(path, "utf8").startsWith(text)).toBe(true);
    expect(readKnownFailures(path)).toEqual([{ check: "B@y", reason: "b" }, entry]);
  });

  it("keeps the permissions of the list, and leaves no other file", () => {
    const path = pathOf("known.yml", "- { check: B@y, reason: b }\n");
    chmodSync(path, 0o664);
    addKnownFailure(path, entry);
    expect([statSync(path).mode & 0o777, readdirSync(dirname(path))]).toEqual([0o664, ["known.yml"]]);
  });

  it("refuses a check that is listed, an entry without a reason, a list that cannot be read, and a link", () => {
    const path = pathOf("known.yml", "- { check: A@x/v2, reason: a }\n");
    expect(() => addKnownFailure(path, entry)).toThrow("already");
    expect(() => addKnownFailure(path, { check: "C", reason: " " })).toThrow("say why");
    expect(() => addKnownFailure(pathOf("known.yml", "- [\n"), entry)).toThrow("not readable as YAML");
    const link = pathOf("known.yml");
    symlinkSync(path, link);
    expect(() => addKnownFailure(link, { check: "C", reason: "c" })).toThrow("symbolic link");
  });
});
