import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReference } from "@plumbline/reference";
import { beforeEach, describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";
import { FAIL, folderWith, PASS, reportOf } from "../report-files.test-support.ts";
import { replaceOwnFile, writeOwnFile } from "./own-file.ts";

const KEYS = { PLUMBLINE_PUBLIC_KEY: "public", PLUMBLINE_PRIVATE_KEY: "private-key" };
const PRECIOUS = "somebody else's\n";
let folder = "";
let precious = "";

beforeEach(() => {
  const top = mkdtempSync(join(tmpdir(), "plumbline-own-"));
  folder = join(top, "out");
  precious = join(top, "precious");
  mkdirSync(folder);
  writeFileSync(precious, PRECIOUS);
});

/** Things that may be in the place of a file, with their names in messages. */
const STRANGERS: readonly (readonly [called: string, put: (path: string) => void])[] = [
  ["a symbolic link", (path) => symlinkSync(precious, path)],
  ["a symbolic link", (path) => symlinkSync(join(folder, "nowhere"), path)],
  ["a symbolic link", (path) => symlinkSync(folder, path)],
  ["a folder", (path) => mkdirSync(path)],
  ["a pipe", (path) => expect(spawnSync("mkfifo", [path]).status).toBe(0)],
];

describe("a file of ours", () => {
  it("is written anew, and keeps its permissions", () => {
    const path = join(folder, "file");
    writeOwnFile(path, "a longer text", { mode: 0o600 });
    writeOwnFile(path, "short");
    expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["short", 0o600]);
  });

  it.each(STRANGERS)("is not written in place of %s", (called, put) => {
    const path = join(folder, "file");
    put(path);
    const before = lstatSync(path).mode;
    expect(() => writeOwnFile(path, "text")).toThrow(`${path} is ${called}: expected a file or nothing, because`);
    expect([lstatSync(path).mode, existsSync(join(folder, "nowhere"))]).toEqual([before, false]);
    expect(readFileSync(precious, "utf8")).toBe(PRECIOUS);
  });

  it("leaves the text under other names of the same file", () => {
    const path = join(folder, "file");
    linkSync(precious, path);
    writeOwnFile(path, "text");
    expect([readFileSync(path, "utf8"), readFileSync(precious, "utf8")]).toEqual(["text", PRECIOUS]);
  });

  it("may lie in a folder that is a link", () => {
    const link = join(folder, "link");
    mkdirSync(join(folder, "real"));
    symlinkSync(join(folder, "real"), link);
    writeOwnFile(join(link, "file"), "text");
    expect(readFileSync(join(folder, "real", "file"), "utf8")).toBe("text");
  });

  it("says why it cannot be written", () => {
    expect(() => writeOwnFile(join(folder, "no", "file"), "x")).toThrow(/no\/file cannot be written: ENOENT.*another/);
  });
});

describe("a file of ours that is replaced", () => {
  it("has the new text and the old permissions", () => {
    const path = join(folder, "file");
    writeOwnFile(path, "old", { mode: 0o600 });
    replaceOwnFile(path, "new");
    expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["new", 0o600]);
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it.each(STRANGERS)("is not replaced if it is %s", (called, put) => {
    const path = join(folder, "file");
    put(path);
    expect(() => replaceOwnFile(path, "text")).toThrow(`${path} is ${called}: expected a file or nothing`);
    expect([readdirSync(folder), readFileSync(precious, "utf8")]).toEqual([["file"], PRECIOUS]);
  });
});

const report = folderWith(reportOf({ listAlerts: FAIL }));
const other = folderWith(reportOf({ listEvents: PASS }));
const [rule, steps] = ["FUZZ-STATES", [{ do: "create", variant: 0 }]];
const fingerprint = createHash("sha256")
  .update(JSON.stringify([rule, steps]))
  .digest("hex")
  .slice(0, 16);
const told = { rule, steps, version: "2", expected: "read back", received: "nothing", seed: 1 };
const failure = JSON.stringify({ format: "plumbline-scenario/1", fingerprint, ...told });

/** Commands that write, each with a file that it creates in `folder`; no run reaches its target. */
const WRITERS: readonly (readonly [file: string, args: (folder: string) => readonly string[]])[] = [
  ...["journal.ndjson", "exchanges.ndjson", "report.json", "index.html"].map(
    (file) => [file, (out: string) => ["run", "--target", "http://127.0.0.1:1", "--out", out]] as const,
  ),
  ["coverage.json", (out) => ["fuzz", "--target", "http://127.0.0.1:1", "--out", out]],
  ["journal.ndjson", (out) => ["replay", join(out, "..", "failure.json"), "--out", out]],
  ["junit.xml", (out) => ["merge", report, other, "--out", out]],
  ["summary.md", (out) => ["report", "--from", report, "--out", out]],
  ["target.yml", (out) => ["init", "--url", "http://127.0.0.1:1", "--force", "--out", join(out, "target.yml")]],
  ["neutral-2.openapi-3.1.json", (out) => ["export", "--interface", "2", "--out", out]],
  ["access.log", (out) => ["serve", "--access-log", join(out, "access.log")]],
  ["state.db", (out) => ["serve", "--data", out]],
];

describe("what another file is given to overwrite", () => {
  for (const [file, args] of WRITERS)
    it.each(STRANGERS)(`stays as it is: plumbline ${args("OUT")[0]} with ${file} as %s`, async (called, put) => {
      writeFileSync(join(folder, "..", "failure.json"), failure);
      const path = join(folder, file);
      put(path);
      const before = readdirSync(folder);
      const { code, note } = await call(args(folder));
      expect([code, note]).toEqual([2, expect.stringContaining(`${path} is ${called}`)]);
      expect(note).toMatch(/remove it, or choose another path/);
      expect([readFileSync(precious, "utf8"), readdirSync(folder)]).toEqual([PRECIOUS, before]);
    });

  it("is refused before an earlier report is taken out of the folder", async () => {
    writeFileSync(join(folder, "report.json"), "earlier");
    symlinkSync(precious, join(folder, "journal.ndjson"));
    expect((await call(["run", "--target", "http://127.0.0.1:1", "--out", folder])).code).toBe(2);
    expect(readFileSync(join(folder, "report.json"), "utf8")).toBe("earlier");
  });

  it("is not overwritten by a stored failure of a corpus, and the report is still written", async () => {
    const reference = await startReference({
      faults: ["VA-30"],
      secrets: { keys: { all: { publicKey: KEYS.PLUMBLINE_PUBLIC_KEY, privateKey: KEYS.PLUMBLINE_PRIVATE_KEY } } },
    });
    const at = ["--target", reference.url, "--group", reference.world.projectId];
    const corpus = join(folder, "corpus");
    const flags = ["--operation", "getAccessLogsByCluster", "--requests", "100", "--seed", "1", "--out", folder];
    await call(["fuzz", ...at, ...flags, "--corpus", corpus], KEYS);
    const names = readdirSync(corpus).filter((name) => !name.startsWith("reached-"));
    expect(names.map((name) => name.replace(/^[^.]*/, "")).sort()).toEqual([".json", ".sh", ".test.ts"]);
    for (const name of names) {
      const link = join(folder, "links");
      mkdirSync(join(folder, name), { recursive: true });
      symlinkSync(join(folder, name), link);
      // A linked script is not read as a failure, so only the write finds it.
      symlinkSync(precious, join(folder, name, name));
      if (name.endsWith(".json")) writeFileSync(precious, readFileSync(join(corpus, name)));
      const before = readFileSync(precious, "utf8");
      const { code, note } = await call(["fuzz", ...at, ...flags, "--corpus", link], KEYS);
      expect([code, note]).toEqual([2, expect.stringContaining(`${name} is a symbolic link`)]);
      expect(readFileSync(precious, "utf8")).toBe(before);
      expect(existsSync(join(folder, "report.json"))).toBe(true);
      spawnSync("rm", [link]);
      writeFileSync(precious, PRECIOUS);
    }
    await reference.close();
  });

  it("a folder for failures that cannot be created is a mistake of the user", async () => {
    symlinkSync(join(folder, "nowhere"), join(folder, "corpus"));
    const flags = ["--operation", "listAlerts", "--requests", "1", "--out", folder, "--corpus", join(folder, "corpus")];
    const { code, note } = await call(["fuzz", ...flags, "--target", "http://127.0.0.1:1"]);
    expect([code, note]).toEqual([2, expect.stringContaining("cannot be written to")]);
  });
});
