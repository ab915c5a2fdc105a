import type { Entry } from "./entry.ts";
import { keyOf } from "./keys.ts";

/**
 * Divides entries into groups that can be undone one group after the other. A group is one entry, or several successive
 * ones by which one operation changed a state at different places: none of these states depends on another.
 */
export function restoredTogether(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const groups: Entry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1) ?? [];
    if (last.length > 0 && last.every((other) => areApart(other, entry))) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

const areApart = (one: Entry, other: Entry): boolean =>
  one.kind === "changed" &&
  other.kind === "changed" &&
  one.operation === other.operation &&
  keyOf(one.effect.read, one.path) !== keyOf(other.effect.read, other.path);
