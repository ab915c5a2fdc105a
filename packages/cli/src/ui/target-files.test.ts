import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { targetFilesIn } from "./target-files.ts";

it("finds the target files of the given folder, and no others", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-targets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "target.yml"), "baseUrl: http://127.0.0.1:1\n");
  writeFileSync(join(folder, "package.json"), "{}\n");
  writeFileSync(join(folder, "notes.txt"), "baseUrl: http://127.0.0.1:1\n");
  mkdirSync(join(folder, "folder.yml"));
  expect(targetFilesIn(folder)).toEqual([join(folder, "target.yml")]);
});
