import { below, edited } from "../mutants/edit.ts";

/**
 * Members and items that can be removed from a JSON document one after the other while `keeps` holds. Needs no
 * requests. Larger places are tried first.
 */
export function removable(text: string, keeps: (text: string) => boolean): readonly string[] {
  let value: unknown = JSON.parse(text);
  const gone: string[] = [];
  // Only the last item of a list is removed, so that indexes keep their meaning. Lists may therefore shrink by one item
  // per round.
  for (let before = -1; before < gone.length; ) {
    before = gone.length;
    for (const { place } of placesOf(value).toSorted((a, b) => b.size - a.size)) {
      if (gone.some((other) => place === other || place.startsWith(`${other}/`))) continue;
      const without = edited(value, { kind: "drop", pointer: place });
      if (!keeps(JSON.stringify(without))) continue;
      value = without;
      gone.push(place);
    }
  }
  return gone;
}

/**
 * The document without some of its places. Later items are removed before earlier ones, and inner places before outer
 * ones.
 */
export function withoutPlaces(text: string, places: readonly string[]): string {
  const value: unknown = JSON.parse(text);
  const last = places.toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }));
  return JSON.stringify(last.reduce((left, pointer) => edited(left, { kind: "drop", pointer }), value));
}

interface Place {
  readonly place: string;
  readonly size: number;
}

function placesOf(value: unknown, pointer = ""): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value);
  if (Array.isArray(value)) {
    const lastIndex = entries.length - 1;
    const last = entries[lastIndex];
    const own = last === undefined ? [] : [{ place: below(pointer, lastIndex), size: JSON.stringify(last[1]).length }];
    return [...own, ...entries.flatMap(([index, item]) => placesOf(item, below(pointer, index)))];
  }
  return entries.flatMap(([name, member]) => [
    { place: below(pointer, name), size: (JSON.stringify(member) ?? "").length },
    ...placesOf(member, below(pointer, name)),
  ]);
}
