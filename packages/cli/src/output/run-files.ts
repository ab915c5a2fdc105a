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

/** The journal of a run. Its methods do not throw on a full disk, because the run must still delete what it created. */
export interface RunJournal extends Journal {
  readonly path: string;
  /** Writes the buffered lines. */
  flush(): void;
  close(): void;
}

/** The files of a run in `folder`. */
export interface RunFiles {
  readonly journal: RunJournal;
  /**
   * Writes the closed journal and exchanges again, because a part of them was written before the traffic revealed all
   * secrets.
   */
  restate(report: Report): void;
  /** `docs` is the address of the documentation of rules. */
  write(report: Report, docs?: string): Readonly<Record<string, string>>;
  /** Releases the folder for other runs. */
  release(): void;
}

/**
 * Prepares the folder of a run. The journal and the exchanges are written line by line, so that a killed run leaves
 * both behind; the exchanges go to the file that the report uses. `onFailure` is called once, with the reason why
 * nothing further can be written.
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
    // Tried even when the exchanges could not be written, because a cleanup needs the journal.
    attempt(journal, () => journal.flush());
  };
  return {
    release,
    journal: {
      path,
      append: (entry) => {
        const file = entry.type === "exchange" ? exchanges : journal;
        if (failures.has(file)) return;
        const isFull = file.append(JSON.stringify(entry.type === "exchange" ? entry.exchange : entry)) === "full";
        // The creation of a record must be on disk before the run does anything else; frequent entries may be buffered.
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
      const failure = restated(report, { exchanges: exchanges.path, journal: path });
      if (failure !== undefined)
        onFailure(
          `${failure}: ${folder} may hold secrets, because the run wrote them before it knew that they are secret`,
        );
    },
    write: (report, docs) =>
      writeReport(folder, formats, report, { exchanges: failures.has(exchanges) ? "cut" : "whole", docs }),
  };
}

/** Replaces both files by what the report holds; returns the reason if one of them cannot be replaced. */
function restated(report: Report, paths: Record<"exchanges" | "journal", string>): string | undefined {
  const lines = [...exchangeLines(report)].join("");
  const events = eventsOf(report).filter(({ type }) => type !== "exchange");
  const told = events.map((event) => `${eventLine(event)}\n`).join("");
  try {
    replaceOwnFile(paths.exchanges, lines);
    replaceOwnFile(paths.journal, told);
    return undefined;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.message;
  }
}

/** Opens the files that are written during the run, and deletes an earlier report in the folder. */
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
