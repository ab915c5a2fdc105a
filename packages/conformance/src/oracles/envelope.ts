import { isObject, member } from "../ground/json.ts";

/** The list in a body: the body itself, or its member `results` or `content`. */
export function listIn(json: unknown): readonly unknown[] | undefined {
  const content = member(json, "content");
  for (const place of [json, member(json, "results"), content, member(content, "results")]) {
    if (Array.isArray(place)) return place;
  }
  return undefined;
}

/** The record in a body, wrapped or not, because the description does not fix the layout of an envelope. */
export function recordIn(json: unknown): unknown {
  return member(member(json, "content"), "id") !== undefined ? member(json, "content") : json;
}

/** The id of the record in a body. */
export function idIn(json: unknown): string | undefined {
  const id = member(recordIn(json), "id");
  return typeof id === "string" ? id : undefined;
}

/**
 * The members of an envelope that may be the plain body, in the form of that body. The description does not fix the
 * layout of an envelope.
 */
export function insidesOf(enveloped: unknown, plain: unknown): readonly unknown[] {
  if (!isObject(enveloped)) return [];
  const values = Object.values(enveloped);
  if (listIn(plain) === undefined) {
    const wanted = keysOf(plain);
    return values.filter((inner) => isObject(inner) && wanted.every((key) => Object.hasOwn(inner, key)));
  }
  const places = [listIn(enveloped), ...values, ...values.map((inner) => member(inner, "results"))];
  const lists = places.filter((place) => Array.isArray(place));
  if (!isObject(plain)) return lists;
  const totalCount = [enveloped, ...values].map((one) => member(one, "totalCount")).find((one) => one !== undefined);
  return lists.map((results) => ({ ...plain, ...(totalCount !== undefined && { totalCount }), results }));
}

/** The member names of an object, sorted; empty for any other value. */
export function keysOf(json: unknown): readonly string[] {
  return isObject(json) ? Object.keys(json).sort() : [];
}
