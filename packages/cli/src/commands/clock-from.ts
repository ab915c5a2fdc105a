import { type Clock, machineClock } from "@plumbline/reference";
import { UsageError } from "../usage-error.ts";

/** A date, or a date and a time with its zone. `Date.parse` also reads "5" as a year, and local times. */
const INSTANT = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * A clock that runs like the machine's, but starts at another time. A date alone is its midnight in UTC.
 * @throws UsageError for a text that is no such time.
 */
export function clockFrom(text: string | undefined): Clock | undefined {
  if (text === undefined) return undefined;
  const [, day] = INSTANT.exec(text) ?? [];
  const start = Date.parse(text);
  if (day === undefined || !isOfCalendar(day) || Number.isNaN(start))
    throw new UsageError(
      `--clock takes a time such as 2026-01-01T00:00:00Z, with its time zone, received ${JSON.stringify(text)}`,
    );
  return machineClock(start);
}

/** Whether the day exists: `Date.parse` reads February 31 as March 3. */
function isOfCalendar(day: string): boolean {
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}
