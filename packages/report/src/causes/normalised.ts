import type { Verdict } from "../report.ts";

/** Applied in this order: longer and more specific patterns come before their parts. */
const VARYING: readonly (readonly [pattern: RegExp, place: string])[] = [
  [/\bhttps?:\/\/[^\s"'<>]+/giu, "<address>"],
  [/\b\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?/gu, "<time>"],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/giu, "<id>"],
  [/\b[0-9a-f]{24,64}\b/giu, "<id>"],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/gu, "<address>"],
  [/\[\d+\]|(?<=\/)\d+(?=\/|$)/gu, "<place>"],
  // Replaces the number in front of a noun; three digits may be a status and stay.
  [/(?<![\w.=-])(?![1-5]\d\d )\d+ ([a-z]{3,}?)s?\b/gu, "<count> $1"],
];

/** The limit keeps texts of megabytes cheap. Texts that differ only after this many characters count as equal. */
const COMPARED = 2000;

/**
 * The text of a verdict without the details that differ between operations: the operation, ids, addresses, times, list
 * indexes and counts.
 */
export function normalised(text: string, { operation, version }: Verdict): string {
  let result = text.slice(0, COMPARED);
  if (operation !== undefined && operation !== "") result = result.replaceAll(operation, "<operation>");
  if (version !== undefined && version.length > 1) result = result.replaceAll(version, "<version>");
  return VARYING.reduce((value, [pattern, place]) => value.replace(pattern, place), result);
}
