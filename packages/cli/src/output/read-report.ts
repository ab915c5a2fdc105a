import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  EXCHANGES_FILE,
  parseReport,
  type Report,
  ReportFormatError,
  ReportInputError,
  reportFromJournal,
} from "@plumbline/report";
import { UsageError } from "../usage-error.ts";

/**
 * Reads a report, or makes it from the journal of a run (`.ndjson`); for a folder, reads the report in it.
 * @throws UsageError that names the file when it cannot be read or is neither.
 */
export const readReport = (given: string): Report => read(given, true);

/** Reads a report for its verdicts only: the file with its exchanges may be missing. */
export const readVerdicts = (given: string): Report => read(given, false);

function read(given: string, withExchanges: boolean): Report {
  try {
    const path = statSync(given).isDirectory() ? join(given, "report.json") : given;
    const text = readFileSync(path, "utf8");
    const exchanges = withExchanges ? exchangesBeside(path) : undefined;
    return path.endsWith(".ndjson") ? reportFromJournal(text.split("\n"), exchanges) : parseReport(text, exchanges);
  } catch (error) {
    if (error instanceof ReportFormatError || error instanceof ReportInputError)
      throw new UsageError(`${given}: ${error.message}`);
    if (error instanceof Error && "code" in error) throw new UsageError(`${given} cannot be read: ${error.message}`);
    throw error;
  }
}

function exchangesBeside(path: string): string {
  const file = join(dirname(path), EXCHANGES_FILE);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
