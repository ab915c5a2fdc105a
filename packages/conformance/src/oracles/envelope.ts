import { member } from "../expect/answers.ts";

/** The list inside a body, whether it stands at the top, under `results` or under `content`. */
export function listIn(json: unknown): readonly unknown[] | undefined {
  const content = member(json, "content");
  for (const place of [json, member(json, "results"), content, member(content, "results")]) {
    if (Array.isArray(place)) return place;
  }
  return undefined;
}

/** The record inside a body, whether or not it is wrapped: the layout of an envelope is not fixed. */
export function recordIn(json: unknown): unknown {
  return member(member(json, "content"), "id") !== undefined ? member(json, "content") : json;
}

/** The id of the record inside a body. */
export function idIn(json: unknown): string | undefined {
  const id = member(recordIn(json), "id");
  return typeof id === "string" ? id : undefined;
}

/** True when a body holds, at any place an envelope could put it, what the plain body holds. */
export function wraps(enveloped: unknown, plain: unknown): boolean {
  if (typeof enveloped !== "object" || enveloped === null || Array.isArray(enveloped)) return false;
  const length = listIn(plain)?.length;
  if (length !== undefined) {
    const places = [
      listIn(enveloped),
      ...Object.values(enveloped),
      ...Object.values(enveloped).map((inner) => member(inner, "results")),
    ];
    return places.some((place) => Array.isArray(place) && place.length === length);
  }
  const wanted = keysOf(plain);
  return Object.values(enveloped).some((inner) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return false;
    return wanted.every((key) => Object.hasOwn(inner, key));
  });
}

export function keysOf(json: unknown): readonly string[] {
  return typeof json === "object" && json !== null && !Array.isArray(json) ? Object.keys(json).sort() : [];
}
