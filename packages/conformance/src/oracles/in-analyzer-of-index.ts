import type { OperationId } from "@plumbline/schemas";

const INDEX_WRITES: ReadonlySet<string> = new Set<OperationId>(["createSearchIndex", "createSearchIndexLegacy"]);

/**
 * Whether a place in a body belongs to an analyzer that a new index brings. The description lists the members of
 * analyzers for the operations on analyzers, and an index only refers to them: there, a fault breaks only a SHOULD.
 */
export const inAnalyzerOfIndex = (operation: string, pointer: string): boolean =>
  INDEX_WRITES.has(operation) && pointer.startsWith("/analyzers/");
