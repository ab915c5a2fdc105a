import { below, edited } from "../mutants/edit.ts";

/**
 * Members and items that can be left out of a JSON document, one after the other, while `keeps` holds: found without a
 * single request. The more of the document a place holds, the sooner it is tried.
 */
export function removable(text: string, keeps: (text: string) => boolean): readonly string[] {
  let value: unknown = JSON.parse(text);
  const gone: string[] = [];
  for (const pointer of placesOf(value).toSorted((a, b) => sizeAt(b) - sizeAt(a))) {
    if (gone.some((other) => pointer.place.startsWith(`${other}/`))) continue;
    const without = edited(value, { kind: "drop", pointer: pointer.place });
    if (!keeps(JSON.stringify(without))) continue;
    value = without;
    gone.push(pointer.place);
  }
  return gone;
}

/** The document without some of its places; lists are shortened from behind, so that places keep their meaning. */
export function withoutPlaces(text: string, places: readonly string[]): string {
  const value: unknown = JSON.parse(text);
  const last = [...places].sort().reverse();
  return JSON.stringify(last.reduce((left, pointer) => edited(left, { kind: "drop", pointer }), value));
}

interface Place {
  readonly place: string;
  readonly size: number;
}
const sizeAt = ({ size }: Place): number => size;

/** Items of lists are tried from behind, for the same reason. */
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
