import type { JsonSchema } from "../json-schema.ts";

/** Deeper than any resource. Deeper values stay unchanged, so that a hostile body cannot exhaust the stack. */
const DEEPEST = 64;

/**
 * The value without optional members that are null: the description says nothing about them in a request, so they count
 * as absent. Names in a map are data and stay, and so do required members, for which null is invalid.
 */
export function withoutUnset(value: unknown, schemas: readonly JsonSchema[], depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return value;
  const all = schemas.flatMap(alternatives);
  if (Array.isArray(value)) {
    const items = all.flatMap(({ items }) => items ?? []);
    return items.length === 0 ? value : value.map((item) => withoutUnset(item, items, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const own = all.flatMap(({ properties = {} }) =>
        Object.hasOwn(properties, name) ? (properties[name] ?? []) : [],
      );
      const required = all.some(({ required: names = [] }) => names.includes(name));
      if (inner === null) return own.length === 0 || required ? [[name, inner] as const] : [];
      return [[name, withoutUnset(inner, own.length > 0 ? own : others(all), depth + 1)] as const];
    }),
  );
}

const others = (all: readonly JsonSchema[]): readonly JsonSchema[] =>
  all.flatMap(({ additionalProperties: more }) => (typeof more === "object" ? [more] : []));

/** A schema and all schemas that it combines. */
function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const { oneOf = [], anyOf = [], allOf = [], then, else: otherwise } = schema;
  const inner = [...oneOf, ...anyOf, ...allOf, ...(then ? [then] : []), ...(otherwise ? [otherwise] : [])];
  return inner.length === 0 ? [schema] : [schema, ...inner.flatMap(alternatives)];
}
