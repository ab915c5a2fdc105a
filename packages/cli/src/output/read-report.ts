import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseReport, type Report, ReportFormatError, ReportInputError, reportFromJournal } from "@plumbline/report";
import { UsageError } from "../usage-error.ts";

/**
 * Reads a report, or makes it from the journal of a run (`.ndjson`); of a folder, the report in it.
 * @throws UsageError naming the file when it cannot be read or is neither.
 */
export function readReport(given: string): Report {
  try {
    const path = statSync(given).isDirectory() ? join(given, "report.json") : given;
    const text = readFileSync(path, "utf8");
    return path.endsWith(".ndjson") ? reportFromJournal(text.split("\n")) : parseReport(text);
  } catch (error) {
    if (error instanceof ReportFormatError || error instanceof ReportInputError)
      throw new UsageError(`${given}: ${error.message}`);
    if (error instanceof Error && "code" in error) throw new UsageError(`${given} cannot be read: ${error.message}`);
    throw error;
  }
}
