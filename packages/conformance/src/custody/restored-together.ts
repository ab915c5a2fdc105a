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

/**
 * The entries of states that may forbid to restore an earlier one of the list: a compliance policy overwrites schedules,
 * and refuses those that fall short of it.
 */
export function forbidding(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter((entry, index) => {
    const through = entry.kind === "changed" ? entry.effect.rewrites?.through : undefined;
    return entries.slice(0, index).some(({ by, operation }) => operation === through && by === entry.by);
  });
}

const areApart = (one: Entry, other: Entry): boolean =>
  one.kind === "changed" &&
  other.kind === "changed" &&
  one.operation === other.operation &&
  keyOf(one.effect.read, one.path) !== keyOf(other.effect.read, other.path);
