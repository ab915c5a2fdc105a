import type { Verdict } from "../report.ts";

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

/**
 * A text of a verdict without what differs from operation to operation: the operation itself, ids, addresses, times, places
 * in lists and counts.
 */
export function normalised(text: string, { operation, version }: Verdict): string {
  let result = text.slice(0, COMPARED);
  if (operation !== undefined && operation !== "") result = result.replaceAll(operation, "<operation>");
  if (version !== undefined && version.length > 1) result = result.replaceAll(version, "<version>");
  return VARYING.reduce((value, [pattern, place]) => value.replace(pattern, place), result);
}
