import { BUILT_IN_ANALYZERS } from "@plumbline/schemas";
import type { Subject } from "../../ground/subject.ts";

/** The writes with an analyzer in their body, by operation and version. */
const WRITES: readonly string[] = [
  "createSearchIndex 1.0",
  "createSearchIndex 2",
  "createSearchIndexLegacy 2",
  "updateSearchIndexById 2",
  "updateSearchIndexByName 2",
];

/**
 * The built-in analyzers that one write sends, two at a time: for stored text and for search text. The writes together
 * send each of them for both uses. A write that is not in WRITES sends all. Pure.
 */
export function wordsFor({
  operation,
  version,
}: Pick<Subject, "operation" | "version">): readonly (readonly [analyzer: string, searchAnalyzer: string])[] {
  const place = WRITES.indexOf(`${operation.id} ${version}`);
  const own = BUILT_IN_ANALYZERS.filter((_, index) => place === -1 || index % WRITES.length === place);
  return own.map((word, index) => [word, own.at(index - 1) ?? word] as const);
}
