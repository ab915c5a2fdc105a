import type { ReportViews } from "./report-views.ts";

/** Only the members that a report has in addition to its verdicts; `undefined` when it has none. */
export function viewsOf(report: ReportViews): ReportViews | undefined {
  const { operations, roleMatrix, ladders, drift, coverage, kept, comparison } = report;
  const views = {
    ...(operations === undefined ? {} : { operations }),
    ...(roleMatrix === undefined ? {} : { roleMatrix }),
    ...(ladders === undefined ? {} : { ladders }),
    ...(drift === undefined ? {} : { drift }),
    ...(coverage === undefined ? {} : { coverage }),
    ...(kept === undefined ? {} : { kept }),
    ...(comparison === undefined ? {} : { comparison }),
  };
  return Object.keys(views).length === 0 ? undefined : views;
}
