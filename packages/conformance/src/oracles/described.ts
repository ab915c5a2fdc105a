import type { Answer } from "@plumbline/client";
import type { JsonSchema, Result } from "@plumbline/schemas";

/** No resource nests this deep; what does is left as it is, so that a hostile body cannot exhaust the stack. */
const DEEPEST = 64;

/**
 * The answer with what the description says of its body, and nothing else: checks judge and compare that alone, so a
 * link, a counter or an id of the request that differs from read to read is nobody's business. What is free of form,
 * or not of the form that it should have, stays as it came; rules about forms look at the answer itself.
 */
export function describedAnswer(answer: Answer, result: Result): Answer {
  if (answer.status < 200 || answer.status > 299 || !("schema" in result)) return answer;
  const json = described(answer.json, [result.schema]);
  return json === answer.json ? answer : { ...answer, json };
}

/**
 * The members of a value that any of the schemas lists, all the way down, null counting as absent (D2): the same
 * value where nothing is left out.
 */
export function described(value: unknown, schemas: readonly JsonSchema[], depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return value;
  const all = schemas.flatMap(alternatives);
  if (Array.isArray(value)) {
    const inner = all.flatMap(({ items }) => items ?? []);
    if (inner.length === 0) return value;
    const items: readonly unknown[] = value;
    const left = items.map((item) => described(item, inner, depth + 1));
    return left.every((item, at) => item === items[at]) ? value : left;
  }
  // An object without a single listed member is free of form.
  const listed = all.flatMap(({ properties = {} }) => (Object.keys(properties).length === 0 ? [] : [properties]));
  const others = all.flatMap(({ additionalProperties: more }) => (typeof more === "object" ? more : []));
  if (listed.length === 0 && others.length === 0) return value;
  const members = Object.entries(value);
  const left = members.flatMap(([name, inner]) => {
    const own = listed.flatMap((properties) => (Object.hasOwn(properties, name) ? (properties[name] ?? []) : []));
    const known = own.length > 0 ? own : others;
    return known.length === 0 || inner === null ? [] : [[name, described(inner, known, depth + 1)] as const];
  });
  const same = left.length === members.length && left.every(([, inner], at) => inner === members[at]?.[1]);
  return same ? value : Object.fromEntries(left);
}

/** A schema with those that it is made of. */
function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const { oneOf = [], anyOf = [], allOf = [], then, else: otherwise } = schema;
  const inner = [...oneOf, ...anyOf, ...allOf, ...(then ? [then] : []), ...(otherwise ? [otherwise] : [])];
  return inner.length === 0 ? [schema] : [schema, ...inner.flatMap(alternatives)];
}
