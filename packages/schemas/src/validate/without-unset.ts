import type { JsonSchema } from "../json-schema.ts";

/** No resource nests this deep; what does is left as it is, so that a hostile body cannot exhaust the stack. */
const DEEPEST = 64;

/**
 * The value without optional members that are null: nothing is said about these in a request, so they are taken for absent.
 * The names of a map are data, and what a required member must not be it must not be for null either.
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

/** A schema with those that it is made of. */
function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const { oneOf = [], anyOf = [], allOf = [], then, else: otherwise } = schema;
  const inner = [...oneOf, ...anyOf, ...allOf, ...(then ? [then] : []), ...(otherwise ? [otherwise] : [])];
  return inner.length === 0 ? [schema] : [schema, ...inner.flatMap(alternatives)];
}
