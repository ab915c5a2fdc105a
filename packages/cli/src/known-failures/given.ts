import { applyKnownFailures, type Report } from "@plumbline/report";
import type { Given } from "../flags.ts";
import { readKnownFailures } from "./read.ts";

/**
 * Returns a function that applies `--known-failures` to a report. The file is read at once, so that a mistake in it
 * costs no run. Its dates are compared with the day on which the run began, so that a report always renders the same.
 */
export function knownFailuresOf(given: Given): (report: Report) => Report {
  const path = given.one("known-failures");
  if (path === undefined) return (report) => report;
  const entries = readKnownFailures(path);
  return (report) => applyKnownFailures(report, entries, report.run.startedAt.slice(0, 10));
}
