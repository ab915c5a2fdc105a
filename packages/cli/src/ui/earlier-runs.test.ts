import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { FAIL, folderWith, reportOf } from "../report-files.test-support.ts";
import { UsageError } from "../usage-error.ts";
import { EarlierRuns } from "./earlier-runs.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-earlier-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function putRun(folder: string, name: string, startedAt: string): void {
  const report = reportOf({ one: FAIL });
  const written = folderWith({ ...report, run: { ...report.run, startedAt } });
  onTestFinished(() => rmSync(dirname(written), { recursive: true }));
  cpSync(written, join(folder, name), { recursive: true });
}

describe("the earlier runs", () => {
  it("are listed from the newest to the oldest, without folders that hold no report", () => {
    const folder = newFolder();
    for (const day of ["02", "03", "01", "02"])
      putRun(folder, `run-${day}-${Math.random()}`, `2025-01-${day}T00:00:00.000Z`);
    writeFileSync(join(folder, "notes.txt"), "");
    const days = new EarlierRuns(folder).lines.map(({ startedAt }) => startedAt.slice(8, 10));
    expect(days).toEqual(["03", "02", "02", "01"]);
  });

  it("are none while the folder does not exist", () => {
    expect(new EarlierRuns(join(newFolder(), "none")).lines).toEqual([]);
  });

  it("say why their folder cannot be read", () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    expect(() => new EarlierRuns(file).lines).toThrow(UsageError);
    expect(() => new EarlierRuns(file).lines).toThrow(`${file} cannot be read: ENOTDIR`);
  });
});
