import type { JsonSchema } from "@plumbline/schemas";
import { isObject } from "../../ground/json.ts";

/** A member that a schema lists at one place of a body. */
export interface Place {
  /** A JSON pointer in which `*` stands for each item of a list. */
  readonly pointer: string;
  readonly isDeprecated: boolean;
  /** The listed texts; empty if the schema lists none. */
  readonly values: readonly string[];
}

const DEEPEST = 6;
const known = new WeakMap<JsonSchema, ReadonlyMap<string, Place>>();

/** Every member that a schema lists, by its place; computed once for each schema. */
export function placesIn(schema: JsonSchema): ReadonlyMap<string, Place> {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const places = new Map<string, Place>();
  gather(schema, "", 0, places);
  known.set(schema, places);
  return places;
}

function gather(schema: JsonSchema, pointer: string, depth: number, places: Map<string, Place>): void {
  if (depth > DEEPEST) return;
  const { properties = {}, items, oneOf = [], anyOf = [], allOf = [], then, else: otherwise } = schema;
  for (const [name, inner] of Object.entries(properties)) {
    const place = `${pointer}/${name}`;
    const before = places.get(place);
    const values = [...(inner.enum ?? []), ...(inner.const === undefined ? [] : [inner.const])];
    const texts = values.filter((value) => typeof value === "string");
    places.set(place, {
      pointer: place,
      isDeprecated: inner.deprecated === true || before?.isDeprecated === true,
      values: [...new Set([...(before?.values ?? []), ...texts])],
    });
    gather(inner, place, depth + 1, places);
  }
  if (items !== undefined) gather(items, `${pointer}/*`, depth + 1, places);
  for (const one of [...oneOf, ...anyOf, ...allOf, ...(then ? [then] : []), ...(otherwise ? [otherwise] : [])])
    gather(one, pointer, depth, places);
}

/** The members of a body by place, with their values if these are texts. */
export function membersOf(value: unknown, pointer = "", depth = 0): readonly (readonly [string, string | undefined])[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(value)) return value.flatMap((one) => membersOf(one, `${pointer}/*`, depth + 1));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [`${pointer}/${name}`, typeof inner === "string" ? inner : undefined] as const,
    ...membersOf(inner, `${pointer}/${name}`, depth + 1),
  ]);
}

/** Whether the schema lists no member of the object that holds this place, so that any member may stand there. */
export const isFreeBelow = (places: ReadonlyMap<string, Place>, pointer: string): boolean => {
  const above = pointer.slice(0, pointer.lastIndexOf("/")).replace(/(\/\*)+$/, "");
  return above !== "" && ![...places.keys()].some((place) => place.startsWith(`${above}/`));
};
