import { ReportFormatError } from "../report-format-error.ts";
import type { RunEvent } from "./event.ts";
import { readEvent } from "./read-event.ts";

/**
 * The events in the lines of a journal. An incomplete last line, which a killed process leaves, is skipped.
 *
 * @throws {ReportFormatError} naming the first other line that is not an event.
 */
export function readJournal(lines: readonly string[]): readonly RunEvent[] {
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      if (index === last && index > 0) return [];
      throw new ReportFormatError(`line ${index + 1}`, "JSON", "not");
    }
    return [readEvent(value, index + 1)];
  });
}
