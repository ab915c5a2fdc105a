import type { KeptCell, LimitLadder, ReportViews } from "./report-views.ts";

/**
 * What the shards of one run gathered, together. A comparison is left out: what it says of one shard is not so of the
 * whole run, which can be compared anew.
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

/** All items once, or nothing when no shard gathered any. */
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

/** Two shards may have tried values of the same limit; a value that both tried stands once for each result. */
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

/** What one shard saw lost is lost, whatever another one saw. */
function mergeKept(cells: readonly KeptCell[]): readonly KeptCell[] {
  const lostFirst = cells.toSorted((one, other) => Number(other.state === "lost") - Number(one.state === "lost"));
  return firstOf(lostFirst, ({ operation, version, pointer, view }) => [operation, version, pointer, view]);
}

/** Numbers by size; anything else keeps its place. */
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
