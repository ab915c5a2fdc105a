import type { OutcomeKind } from "./outcome.ts";
import type { Report, RequirementSummary, Verdict } from "./report.ts";

/** A verdict of one outcome, with the members that go with it. */
export type VerdictOf<Kind extends OutcomeKind> = Extract<Verdict, { readonly outcome: Kind }>;

/** The verdicts of one outcome, in the order of the report. */
export function verdictsOf<Kind extends OutcomeKind>(report: Report, kind: Kind): readonly VerdictOf<Kind>[] {
  return report.verdicts.filter((verdict): verdict is VerdictOf<Kind> => verdict.outcome === kind);
}

/** A verdict of a check that sent nothing or stopped before its end. */
export type NotRun = VerdictOf<"could-not-run"> | VerdictOf<"not-applicable">;

/** Verdicts that did not run, grouped by reason, the most frequent reason first. */
export function byReason(
  report: Report,
  kind: NotRun["outcome"],
): readonly (readonly [reason: string, verdicts: readonly NotRun[]])[] {
  const verdicts: readonly NotRun[] = verdictsOf(report, kind);
  return [...groupBy(verdicts, ({ reason }) => reason)].sort(([, one], [, other]) => other.length - one.length);
}

/** Groups values by key, keys in order of first appearance (`Map.groupBy` needs Node 21). */
export function groupBy<Key, Value>(
  values: readonly Value[],
  keyOf: (value: Value) => Key,
): ReadonlyMap<Key, readonly Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

/** Requirements by id, to look up the statement of a verdict. */
export function requirementsById(report: Pick<Report, "requirements">): ReadonlyMap<string, RequirementSummary> {
  return new Map(report.requirements.map((requirement) => [requirement.id, requirement]));
}

/** Requirements without a check, which count as not run. */
export function unexamined(report: Report): readonly RequirementSummary[] {
  return report.requirements.filter(({ checks }) => checks === 0);
}

/** Permanent records that the run created with permission. */
export function staying(report: Report): Report["changes"] {
  return report.changes.filter(({ state }) => state === "stays");
}

/** Records that the run created and could not delete or restore. */
export function leftovers(report: Report): Report["changes"] {
  return report.changes.filter(({ state }) => state === "left");
}

/** Records that changed or vanished right after requests that did not address them. */
export function disturbed(report: Report): Report["changes"] {
  return report.changes.filter(({ state }) => state === "disturbed");
}
