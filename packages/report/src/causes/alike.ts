import type { Verdict } from "../report.ts";
import { normalised } from "./normalised.ts";

/** Verdicts of one requirement with the same finding. */
export interface Alike<Told extends Verdict = Verdict> {
  readonly requirement: string;
  /** The example: the first in the order of the report. */
  readonly first: Told;
  /** The others, in the order of the report. */
  readonly others: readonly Told[];
}

/** Groups verdicts of one requirement that differ only in details of the operation, in order of first appearance. */
export function alike<Told extends Verdict>(verdicts: readonly Told[]): readonly Alike<Told>[] {
  const groups = new Map<string, { readonly first: Told; readonly others: Told[] }>();
  for (const verdict of verdicts) {
    const key = JSON.stringify([verdict.requirement, ...wordsOf(verdict).map((text) => normalised(text, verdict))]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: verdict, others: [] });
    else group.others.push(verdict);
  }
  return [...groups.values()].map((group) => ({ requirement: group.first.requirement, ...group }));
}

function wordsOf(verdict: Verdict): readonly string[] {
  switch (verdict.outcome) {
    case "fail":
    case "warn":
    case "flaky":
      return [verdict.expected, verdict.received];
    case "known-fail":
      return [verdict.expected, verdict.received, verdict.reason];
    case "observed":
      return [verdict.note];
    case "could-not-run":
    case "not-applicable":
      return [verdict.reason];
    case "harness-error":
      return ["harness", verdict.message];
    case "pass":
      return [];
    default:
      return verdict satisfies never;
  }
}
