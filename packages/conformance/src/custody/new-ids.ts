import { fieldsOf, isContainer } from "../ground/json.ts";

/**
 * The ids inside a restored state that differ from those before, in words: the place of each, and both values. Pure.
 */
export function newIds(before: unknown, now: unknown): readonly string[] {
  const shown = idsIn(now, "");
  return [...idsIn(before, "")].flatMap(([pointer, id]) => {
    const other = shown.get(pointer);
    return other === undefined || other === id ? [] : [`${pointer} was ${id} and is ${other}`];
  });
}

function idsIn(value: unknown, pointer: string): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const [name, inner] of Object.entries(fieldsOf(value))) {
    const own = `${pointer}/${name}`;
    if (name === "id" && typeof inner === "string") ids.set(own, inner);
    else if (isContainer(inner)) for (const [at, id] of idsIn(inner, own)) ids.set(at, id);
  }
  return ids;
}
