import type { CheckChange, ReportDiff } from "../report-diff.ts";
import { counted, figure, isAre } from "../text/words.ts";

/** A line of a rendered comparison: what it is about, and for changes both sides. */
export interface DiffRow {
  readonly check: string;
  readonly before?: string;
  readonly after: string;
}

export interface DiffSection {
  readonly title: string;
  readonly tone: "bad" | "good" | "warn" | "quiet";
  readonly rows: readonly DiffRow[];
}

/** The parts of a comparison that hold something, worst first: one order for every renderer. */
export function diffSections(diff: ReportDiff): readonly DiffSection[] {
  const sections: readonly DiffSection[] = [
    { title: "New failures", tone: "bad", rows: diff.newFailures.map(row) },
    { title: "Fixed", tone: "good", rows: diff.fixed.map(row) },
    { title: "Still broken, with other evidence", tone: "warn", rows: diff.changedEvidence.map(row) },
    { title: "Observed behaviour that changed", tone: "warn", rows: diff.changedObservations },
    {
      title: "Not comparable",
      tone: "quiet",
      rows: diff.notComparable.map(({ check, reason }) => ({ check, after: reason })),
    },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

function row({ check, before, after }: CheckChange): DiffRow {
  return { check, before: before.text, after: after.text };
}

/** The outcome of a comparison in a sentence. */
export function diffHeadline(diff: ReportDiff): string {
  const { newFailures, worse, unchanged } = diff;
  if (worse)
    return `Worse: ${counted(newFailures.filter(({ after }) => after.outcome !== "known-fail").length, "new failure")}.`;
  if (diffSections(diff).length === 0) return `No difference in ${counted(unchanged.checks, "check")}.`;
  return "Nothing got worse.";
}

/** How many checks came to the same, and how many of them are no good news. */
export function unchangedWords({
  unchanged: { checks, broken, failing = broken },
}: Pick<ReportDiff, "unchanged">): string {
  const same = `${counted(checks, "check")} came to the same`;
  if (broken === 0) return same;
  const mild = broken - failing;
  const parts = [
    ...(failing > 0 ? [`${figure(failing)} of them ${failing === 1 ? "fails" : "fail"} in both`] : []),
    ...(mild > 0
      ? [`${figure(mild)} of them ${mild === 1 ? "breaks" : "break"} a SHOULD in both, or ${isAre(mild)} known`]
      : []),
  ];
  return `${same}; ${parts.join(", ")}`;
}
