/** Values of path parameters, as they stood in the path. */
export type Captured = Readonly<Record<string, string>>;

/** A read of one record, by its operation and the values in its path. */
export const placeKey = (read: string, captured: Captured): string =>
  [read, ...Object.entries(captured).map((pair) => pair.join("="))].toSorted().join(" ");

/** Whether a write at such a path may change the record under a key: one of the same place, or of a part of it. */
export function concerns(key: string, captured: Captured): boolean {
  const parts = key.split(" ");
  const pairs = Object.entries(captured);
  return pairs.length > 0 && pairs.every((pair) => parts.includes(pair.join("=")));
}
