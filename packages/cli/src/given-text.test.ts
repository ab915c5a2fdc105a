import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { givenText } from "./given-text.ts";
import { UsageError } from "./usage-error.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-given-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(content: string | Buffer): string {
  const path = join(folder, "file");
  writeFileSync(path, content);
  return path;
}

describe("the text of a file that the user names", () => {
  it("is the text of the file, in UTF-8 or as Windows pipes it", () => {
    expect(givenText(file("a: \u00e9\n"), "the file")).toBe("a: \u00e9\n");
    const little = Buffer.from("\ufeffa: 1\n", "utf16le");
    expect(givenText(file(little), "the file")).toBe("a: 1\n");
    expect(givenText(file(Buffer.from(little).swap16()), "the file")).toBe("a: 1\n");
  });

  it("may be as long as is said, and not longer", () => {
    expect(givenText(file("12345"), "the file", 5)).toBe("12345");
    const longer = "the file is too long: expected at most 4 bytes, received 5";
    expect(() => givenText(file("12345"), "the file", 4)).toThrow(new UsageError(longer));
  });

  it("is shown by what the system makes, although that says it has no length", () => {
    expect(givenText("/proc/self/status", "the file")).toMatch(/^Name:/);
  });

  it("is refused for a folder, a device or a pipe, without a wait", () => {
    expect(() => givenText(folder, "the file")).toThrow("the file cannot be read: it is a folder");
    const pipe = join(folder, "pipe");
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    for (const path of [pipe, "/dev/zero"])
      expect(() => givenText(path, "the file"), path).toThrow(/^the file is not a regular file/);
    expect(() => givenText(join(folder, "none"), "the file")).toThrow(/^the file cannot be read: ENOENT/);
  });
});
