import type { KeptCell, LimitLadder, ReportViews } from "./report-views.ts";

/**
 * Merges the views of the shards of one run. Drops comparisons: one shard's comparison is not valid for the whole run,
 * which can be compared again.
 */
export function mergeViews(shards: readonly ReportViews[]): ReportViews {
  const operations = together(shards.map((shard) => shard.operations));
  const roleMatrix = together(shards.map((shard) => shard.roleMatrix));
  const ladders = together(shards.map((shard) => shard.ladders));
  const drift = together(shards.map((shard) => shard.drift));
  const coverage = together(shards.map((shard) => shard.coverage));
  const kept = together(shards.map((shard) => shard.kept));
  return {
    ...(operations === undefined ? {} : { operations: operations.toSorted(byNumber) }),
    ...(roleMatrix === undefined ? {} : { roleMatrix }),
    ...(ladders === undefined ? {} : { ladders: mergeLadders(ladders) }),
    ...(drift === undefined
      ? {}
      : { drift: firstOf(drift, ({ operation, pointer, type }) => [operation, pointer, type]) }),
    ...(coverage === undefined ? {} : { coverage }),
    ...(kept === undefined ? {} : { kept: mergeKept(kept) }),
  };
}

/** All items without duplicates, or `undefined` when no shard has such a list. */
function together<Item>(lists: readonly (readonly Item[] | undefined)[]): readonly Item[] | undefined {
  const gathered = lists.filter((list) => list !== undefined);
  return gathered.length === 0 ? undefined : firstOf(gathered.flat(), (item) => item);
}

function byNumber(
  one: { readonly number: number; readonly part?: string },
  other: { readonly number: number; readonly part?: string },
): number {
  return one.number - other.number || ((one.part ?? "") < (other.part ?? "") ? -1 : 1);
}

/** Two shards may have tried values of the same limit. A value that both tried appears once for each result. */
function mergeLadders(ladders: readonly LimitLadder[]): readonly LimitLadder[] {
  const merged = new Map<string, LimitLadder>();
  for (const ladder of ladders) {
    const { operation, version, location, parameter } = ladder;
    const key = JSON.stringify([operation, version, location, parameter]);
    const known = merged.get(key);
    const rungs = firstOf([...(known?.rungs ?? []), ...ladder.rungs], (rung) => rung);
    merged.set(key, { ...(known ?? ladder), rungs: known === undefined ? ladder.rungs : sorted(rungs) });
  }
  return [...merged.values()];
}

/** A member that one shard saw lost is lost, even if another shard saw it shown. */
function mergeKept(cells: readonly KeptCell[]): readonly KeptCell[] {
  const lostFirst = cells.toSorted((one, other) => Number(other.state === "lost") - Number(one.state === "lost"));
  return firstOf(lostFirst, ({ operation, version, pointer, view }) => [operation, version, pointer, view]);
}

/** Sorts numbers by size; other values keep their order. */
function sorted(rungs: LimitLadder["rungs"]): LimitLadder["rungs"] {
  return rungs.toSorted((one, other) => Number(one.value) - Number(other.value) || 0);
}

function firstOf<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): readonly Item[] {
  const found = new Map<string, Item>();
  for (const item of items) {
    const key = JSON.stringify(keyOf(item));
    if (!found.has(key)) found.set(key, item);
  }
  return [...found.values()];
}
