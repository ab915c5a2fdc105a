import type { Verdict } from "./report.ts";

/** Verdicts that broke for what looks like one reason. */
export interface Cause<Broken extends Verdict = Verdict> {
  readonly requirement: string;
  /** The one that speaks for all: the first in the order of the report. */
  readonly first: Broken;
  /** The others, in the order of the report. */
  readonly others: readonly Broken[];
}

/**
 * Verdicts with the same requirement and the same evidence as one cause, in order of first appearance. Evidence is the same
 * when it differs only in what differs from operation to operation: the operation itself, ids, addresses, times, places
 * in lists and counts.
 */
export function causesOf<Broken extends Verdict>(verdicts: readonly Broken[]): readonly Cause<Broken>[] {
  const groups = new Map<string, { readonly first: Broken; readonly others: Broken[] }>();
  for (const verdict of verdicts) {
    const key = JSON.stringify([verdict.requirement, ...evidenceOf(verdict).map((text) => normalised(text, verdict))]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: verdict, others: [] });
    else group.others.push(verdict);
  }
  return [...groups.values()].map((group) => ({ requirement: group.first.requirement, ...group }));
}

function evidenceOf(verdict: Verdict): readonly string[] {
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

/** In this order: what is longer and more telling is replaced before its parts could be. */
const VARYING: readonly (readonly [pattern: RegExp, place: string])[] = [
  [/\bhttps?:\/\/[^\s"'<>]+/giu, "<address>"],
  [/\b\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?/gu, "<time>"],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/giu, "<id>"],
  [/\b[0-9a-f]{24,64}\b/giu, "<id>"],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/gu, "<address>"],
  [/\[\d+\]|(?<=\/)\d+(?=\/|$)/gu, "<place>"],
  // A count stands before what is counted; three digits may be a status.
  [/(?<![\w.=-])(?![1-5]\d\d )\d+ ([a-z]{3,}?)s?\b/gu, "<count> $1"],
];

/** Texts of megabytes cost nothing: what differs only after this many characters is one cause. */
const COMPARED = 2000;

function normalised(text: string, { operation, version }: Verdict): string {
  let result = text.slice(0, COMPARED);
  if (operation !== undefined && operation !== "") result = result.replaceAll(operation, "<operation>");
  if (version !== undefined && version.length > 1) result = result.replaceAll(version, "<version>");
  return VARYING.reduce((value, [pattern, place]) => value.replace(pattern, place), result);
}
