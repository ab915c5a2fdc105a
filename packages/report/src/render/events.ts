import { eventLine } from "../events/event.ts";
import { eventsOf } from "../events/of-report.ts";
import type { Report } from "../report.ts";

/** The report as NDJSON events, in the format of a run's journal. */
export function renderEvents(report: Report): string {
  return eventsOf(report)
    .map((event) => `${eventLine(event)}\n`)
    .join("");
}
