import { fieldsOf, isContainer } from "../ground/json.ts";

/** The ids inside a state that are others in a state which was put back, each in words: where it stands, and both. Pure. */
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
