import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { maskLines } from "./masked-lines.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-masked-"));

it("masks each line, and only a line feed ends a line", async () => {
  const path = join(folder, "lines");
  const long = "x".repeat(200_000);
  writeFileSync(path, `one secret\ntwo\u2028secret\r${long}secret\n\nlast secret`);
  const lines: string[] = [];
  await maskLines(path, (line) => {
    lines.push(line);
    return line.replaceAll("secret", "***");
  });
  expect(lines).toHaveLength(4);
  expect(readFileSync(path, "utf8")).toBe(`one ***\ntwo\u2028***\r${long}***\n\nlast ***\n`);
  expect(existsSync(`${path}.masked`)).toBe(false);
});

it("leaves the file unchanged if it cannot be masked", async () => {
  const path = join(folder, "kept");
  writeFileSync(path, "one\n");
  const fails = (): string => {
    throw new Error("no");
  };
  await expect(maskLines(path, fails)).rejects.toThrow("no");
  expect(readFileSync(path, "utf8")).toBe("one\n");
  expect(existsSync(`${path}.masked`)).toBe(false);
});
