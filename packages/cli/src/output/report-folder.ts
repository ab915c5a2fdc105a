import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "@plumbline/report";
import { UsageError } from "../usage-error.ts";
import { FORMATS, type FormatName } from "./formats.ts";
import { makeFolder } from "./make-folder.ts";

/** Makes the folder of a report where it is missing and takes an earlier report out of it, whatever its formats. */
export function clearFolder(folder: string): void {
  withFolder(folder, () => {
    makeFolder(folder);
    for (const { file } of Object.values(FORMATS)) rmSync(join(folder, file), { force: true });
  });
}

/** Writes a report in these formats and returns the files by format. */
export function writeReport(
  folder: string,
  formats: readonly FormatName[],
  report: Report,
): Readonly<Record<string, string>> {
  return withFolder(folder, () => {
    makeFolder(folder);
    return Object.fromEntries(
      formats.map((name) => {
        const { file, render } = FORMATS[name];
        const path = join(folder, file);
        writeFileSync(path, render(report));
        return [name, path];
      }),
    );
  });
}

/** @throws UsageError when the folder cannot be used, which is the user's to mend. */
export function withFolder<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    throw new UsageError(`the report cannot be written to ${folder}: ${error.message}; name another folder with --out`);
  }
}
