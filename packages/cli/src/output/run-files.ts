import { closeSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Journal } from "@plumbline/conformance";
import type { Report } from "@plumbline/report";
import type { FormatName } from "./formats.ts";
import { openOwnFile } from "./own-file.ts";
import { clearFolder, withFolder, writeReport } from "./report-folder.ts";

/** Files of a run in `folder`, by what they are. */
export interface RunFiles {
  readonly journal: Journal & { close(): void };
  write(report: Report): Readonly<Record<string, string>>;
}

/** Prepares the folder of a run; the journal is written line by line, so that a killed run leaves it behind. */
export function runFiles(folder: string, formats: readonly FormatName[]): RunFiles {
  const journal = join(folder, "journal.ndjson");
  clearFolder(folder, [journal]);
  const descriptor = withFolder(folder, () => openOwnFile(journal));
  let lines: string[] = [];
  let waiting = 0;
  const flush = (): void => {
    if (lines.length === 0) return;
    writeSync(descriptor, `${lines.join("\n")}\n`);
    lines = [];
    waiting = 0;
  };
  return {
    journal: {
      append: (entry) => {
        const line = JSON.stringify(entry);
        lines.push(line);
        waiting += line.length;
        // What the run made must be on disk before anything else happens to it; what comes by the thousand may wait for company.
        const frequent = entry.type === "exchange" || entry.type === "verdict";
        if (!frequent || waiting > 64 * 1024) flush();
      },
      close: () => {
        flush();
        closeSync(descriptor);
      },
    },
    write: (report) => writeReport(folder, formats, report),
  };
}
