import { diffReports, type Report } from "@plumbline/report";
import type { Given } from "../flags.ts";
import { readVerdicts } from "./read-report.ts";

/** The flag that names an earlier run to compare with. */
export const BEFORE_FLAG = { value: "FILE", help: "an earlier report to compare with, on the page" } as const;

/**
 * Returns a function that adds the comparison with the run that `--before` names; without the flag it adds nothing. The
 * file is read at once, because the run may overwrite it.
 * @throws UsageError when it cannot be read.
 */
export function comparisonWith(given: Given): (report: Report) => Report {
  const path = given.one("before");
  if (path === undefined) return (report) => report;
  const before = readVerdicts(path);
  return (report) => ({ ...report, comparison: diffReports(before, report) });
}
