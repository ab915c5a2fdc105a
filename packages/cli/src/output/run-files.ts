import { join } from "node:path";
import type { Journal } from "@plumbline/conformance";
import { EXCHANGES_FILE, eventLine, eventsOf, exchangeLines, type Report } from "@plumbline/report";
import { lockFolder } from "../files/folder-lock.ts";
import { LineFile } from "../files/line-file.ts";
import { isMachineFault, machineFaultInWords } from "../files/machine-fault.ts";
import { makeFolder } from "../files/make-folder.ts";
import { replaceOwnFile } from "../files/own-file.ts";
import { UsageError } from "../usage-error.ts";
import type { FormatName } from "./formats.ts";
import { clearFolder, withFolder, writeReport } from "./report-folder.ts";

/** The journal of a run. Nothing here throws: a run whose disk is full has to take back what it made all the same. */
export interface RunJournal extends Journal {
  readonly path: string;
  /** Writes what waits for company. */
  flush(): void;
  close(): void;
}

/** Files of a run in `folder`, by what they are. */
export interface RunFiles {
  readonly journal: RunJournal;
  /** Writes journal and exchanges anew, when they are closed: what traffic taught of secrets came after a part of them. */
  restate(report: Report): void;
  /** `docs` is where the documentation of rules is. */
  write(report: Report, docs?: string): Readonly<Record<string, string>>;
  /** Gives the folder free for another run, whatever was written. */
  release(): void;
}

/**
 * Prepares the folder of a run. Its journal is written line by line, and its exchanges in the file in which the report has
 * them, so that a killed run leaves both behind. `onFailure` hears once why no more can be written.
 * @throws UsageError while another run writes into the folder, or when it cannot be used.
 */
export function runFiles(
  folder: string,
  formats: readonly FormatName[],
  onFailure: (failure: string) => void = () => undefined,
): RunFiles {
  const path = join(folder, "journal.ndjson");
  const release = withFolder(folder, () => {
    makeFolder(folder);
    return lockFolder(folder);
  });
  const { exchanges, journal } = opened(folder, path, release);
  const failures = new Map<LineFile, string>();
  const attempt = (file: LineFile, work: () => void): void => {
    if (failures.has(file)) return;
    try {
      work();
    } catch (error) {
      if (!isMachineFault(error)) throw error;
      const failure = `${file.path} cannot be written: ${machineFaultInWords(error)}`;
      failures.set(file, failure);
      if (failures.size === 1) onFailure(failure);
    }
  };
  const flush = (): void => {
    attempt(exchanges, () => exchanges.flush());
    // It may have room although the other has none: what it holds is what a cleanup needs.
    attempt(journal, () => journal.flush());
  };
  return {
    release,
    journal: {
      path,
      append: (entry) => {
        const file = entry.type === "exchange" ? exchanges : journal;
        if (failures.has(file)) return;
        const isFull = file.append(JSON.stringify(entry.type === "exchange" ? entry.exchange : entry));
        // What the run made must be on disk before anything else happens to it; what comes by the thousand may wait for company.
        const isFrequent = entry.type === "exchange" || entry.type === "verdict";
        if (!isFrequent || isFull) flush();
      },
      get failure() {
        return failures.values().next().value;
      },
      flush,
      close: () => {
        flush();
        for (const file of [exchanges, journal]) attempt(file, () => file.close());
      },
    },
    restate: (report) => {
      if (failures.size > 0) return;
      const lines = [...exchangeLines(report)].join("");
      const events = eventsOf(report).filter(({ type }) => type !== "exchange");
      const told = events.map((event) => `${eventLine(event)}\n`).join("");
      try {
        replaceOwnFile(exchanges.path, lines);
        replaceOwnFile(path, told);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        onFailure(
          `${error.message}: ${folder} may hold secrets, because the run wrote them before it knew that they are secret`,
        );
      }
    },
    write: (report, docs) =>
      writeReport(folder, formats, report, { exchanges: failures.has(exchanges) ? "cut" : "whole", docs }),
  };
}

/** The files that are written while the run goes on, in a folder without an earlier report. */
function opened(folder: string, path: string, release: () => void): Record<"exchanges" | "journal", LineFile> {
  try {
    clearFolder(folder, [path]);
    const open = (file: string): LineFile => withFolder(folder, () => new LineFile(file));
    return { exchanges: open(join(folder, EXCHANGES_FILE)), journal: open(path) };
  } catch (error) {
    release();
    throw error;
  }
}
