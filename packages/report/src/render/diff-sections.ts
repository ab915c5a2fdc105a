import { comparesNothing } from "../diff/compares-nothing.ts";
import { type Change, type ChangeGroup, groupedChanges } from "../diff/grouped-changes.ts";
import type { CheckChange, ReportDiff } from "../report-diff.ts";
import { counted, figure, isAre } from "../text/words.ts";

/** One section of a comparison, for pages and terminals. */
export interface DiffSection {
  readonly title: string;
  readonly tone: "bad" | "good" | "warn" | "quiet";
  /** Its changes check by check, with both sides. */
  readonly rows: readonly Change[];
  /** The same changes, grouped. */
  readonly groups: readonly ChangeGroup[];
}

/** The sections of a comparison that are not empty, worst first: all renderers use this order. */
export function diffSections(diff: ReportDiff): readonly DiffSection[] {
  const sections: readonly Omit<DiffSection, "groups">[] = [
    { title: "New failures", tone: "bad", rows: diff.newFailures.map(row) },
    { title: "Fixed", tone: "good", rows: diff.fixed.map(row) },
    { title: "Still broken, but in another way", tone: "warn", rows: diff.changedEvidence.map(row) },
    { title: "Observed behaviour that changed", tone: "warn", rows: diff.changedObservations },
    {
      title: "Not comparable",
      tone: "quiet",
      rows: diff.notComparable.map(({ check, reason }) => ({ check, after: reason })),
    },
  ];
  return sections.filter(({ rows }) => rows.length > 0).map((one) => ({ ...one, groups: groupedChanges(one.rows) }));
}

/** The title of a section with its size: `Fixed (12 checks, 3 changes)`. */
export function sectionTitle({ title, rows, groups }: DiffSection): string {
  const changes = groups.length === rows.length ? "" : `, ${counted(groups.length, "change")}`;
  return `${title} (${counted(rows.length, "check")}${changes})`;
}

/** The differing error codes by status: `404  GROUP_NOT_FOUND, ALERT_NOT_FOUND -> E4040`. */
export function wordLines({ words = [] }: ChangeGroup): readonly string[] {
  return words.map(({ status, before, after }) => `${status}  ${few(before)} -> ${few(after)}`);
}

/** Error codes that one line lists. */
const NAMED = 4;

function few(words: readonly string[]): string {
  if (words.length === 0) return "no other";
  const more = words.length - NAMED;
  return `${words.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${counted(more, "other")}` : ""}`;
}

function row({ check, before, after }: CheckChange): Change {
  return { check, before: before.text, after: after.text };
}

/** The outcome of a comparison in a sentence. */
export function diffHeadline(diff: ReportDiff): string {
  const { newFailures, worse, unchanged } = diff;
  if (worse)
    return `Worse: ${counted(newFailures.filter(({ after }) => after.outcome !== "known-fail").length, "new failure")}.`;
  if (comparesNothing(diff)) return "Nothing could be compared: no check has a result in both reports.";
  if (diffSections(diff).length === 0) return `No difference in ${counted(unchanged.checks, "check")}.`;
  return "Nothing got worse.";
}

/** How many checks had the same result, and how many of them are broken. */
export function unchangedWords({
  unchanged: { checks, broken, failing = broken },
}: Pick<ReportDiff, "unchanged">): string {
  const same = `${counted(checks, "check")} had the same result`;
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
