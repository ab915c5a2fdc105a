import { below, edited } from "../mutants/edit.ts";

/**
 * Members and items that can be left out of a JSON document, one after the other, while `keeps` holds: found without a
 * single request. The more of the document a place holds, the sooner it is tried.
 */
export function removable(text: string, keeps: (text: string) => boolean): readonly string[] {
  let value: unknown = JSON.parse(text);
  const gone: string[] = [];
  // A list loses its last item only, so that places keep their meaning: hence as many rounds as lists shrink.
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

/** The document without some of its places; lists are shortened from behind, and what is in a place goes before it. */
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
