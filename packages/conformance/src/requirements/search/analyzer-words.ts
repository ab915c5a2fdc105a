import { BUILT_IN_ANALYZERS } from "@plumbline/schemas";
import type { Subject } from "../../ground/subject.ts";

/** The writes that state an analyzer, by operation and version. */
const WRITES: readonly string[] = [
  "createSearchIndex 1.0",
  "createSearchIndex 2",
  "createSearchIndexLegacy 2",
  "updateSearchIndexById 2",
  "updateSearchIndexByName 2",
];

/**
 * The built-in analyzers that one write is sent, two at a time: for text that is stored, and for text that is looked for.
 * Together the writes are sent each of them for both uses; one that is not known here is sent all. Pure.
 */
export function wordsFor({
  operation,
  version,
}: Pick<Subject, "operation" | "version">): readonly (readonly [analyzer: string, searchAnalyzer: string])[] {
  const place = WRITES.indexOf(`${operation.id} ${version}`);
  const own = BUILT_IN_ANALYZERS.filter((_, index) => place === -1 || index % WRITES.length === place);
  return own.map((word, index) => [word, own.at(index - 1) ?? word] as const);
}
