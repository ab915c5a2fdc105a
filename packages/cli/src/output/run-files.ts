import { join } from "node:path";
import type { Journal } from "@plumbline/conformance";
import { EXCHANGES_FILE, type Report } from "@plumbline/report";
import type { FormatName } from "./formats.ts";
import { LineFile } from "./line-file.ts";
import { clearFolder, withFolder, writeReport } from "./report-folder.ts";

/** Files of a run in `folder`, by what they are. */
export interface RunFiles {
  readonly journal: Journal & {
    /** Writes what waits for company. */
    flush(): void;
    close(): void;
  };
  /** `docs` is where the documentation of rules is. */
  write(report: Report, docs?: string): Readonly<Record<string, string>>;
}

/**
 * Prepares the folder of a run. Its journal is written line by line, and its exchanges in the file in which the report has
 * them, so that a killed run leaves both behind.
 */
export function runFiles(folder: string, formats: readonly FormatName[]): RunFiles {
  const path = join(folder, "journal.ndjson");
  clearFolder(folder, [path]);
  const open = (file: string): LineFile => withFolder(folder, () => new LineFile(file));
  const exchanges = open(join(folder, EXCHANGES_FILE));
  const journal = open(path);
  const flush = (): void => {
    exchanges.flush();
    journal.flush();
  };
  return {
    journal: {
      append: (entry) => {
        const isFull =
          entry.type === "exchange"
            ? exchanges.append(JSON.stringify(entry.exchange))
            : journal.append(JSON.stringify(entry));
        // What the run made must be on disk before anything else happens to it; what comes by the thousand may wait for company.
        const isFrequent = entry.type === "exchange" || entry.type === "verdict";
        if (!isFrequent || isFull) flush();
      },
      flush,
      close: () => {
        exchanges.close();
        journal.close();
      },
    },
    write: (report, docs) => writeReport(folder, formats, report, { hasExchanges: true, docs }),
  };
}
