import type { ReportDiff } from "../report-diff.ts";

/** Whether no check has a result in both reports, so that a comparison says nothing about either. */
export const comparesNothing = ({
  newFailures,
  fixed,
  changedEvidence,
  changedObservations,
  unchanged,
}: Pick<ReportDiff, "newFailures" | "fixed" | "changedEvidence" | "changedObservations" | "unchanged">): boolean =>
  unchanged.checks === 0 &&
  [newFailures, fixed, changedEvidence, changedObservations].every((changes) => changes.length === 0);
