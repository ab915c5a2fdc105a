import { createHash } from "node:crypto";

/**
 * Draws a sample of this size, the same for the same seed on every machine. Each item is drawn by its own id, so adding
 * or removing sources changes little of a sample.
 */
export function sampleOf<T extends { readonly id: string }>(
  things: readonly T[],
  size: number,
  seed: number,
): readonly T[] {
  const drawn = things.map((thing) => ({
    thing,
    rank: createHash("sha256").update(`${seed} ${thing.id}`).digest("hex"),
  }));
  const chosen = drawn.toSorted((one, other) => (one.rank < other.rank ? -1 : 1)).slice(0, size);
  const kept = new Set(chosen.map(({ thing }) => thing));
  return things.filter((thing) => kept.has(thing));
}
