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
 * The members of a value that any of the schemas lists, all the way down, null counting as absent (D2): the same value
 * where nothing is left out.
 */
export const described = (value: unknown, schemas: readonly JsonSchema[]): unknown =>
  within(value, shapeOf(schemas), 0);

function within(value: unknown, shape: Shape, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) {
    const { items: inner } = shape;
    if (inner === undefined) return value;
    const items: readonly unknown[] = value;
    const left = items.map((item) => within(item, inner, depth + 1));
    return left.every((item, at) => item === items[at]) ? value : left;
  }
  if (shape.isFree) return value;
  const members = value as Readonly<Record<string, unknown>>;
  const left: [string, unknown][] = [];
  let same = true;
  for (const name of Object.keys(members)) {
    const member = members[name];
    const known = shape.member(name);
    const kept = known === undefined || member === null ? undefined : within(member, known, depth + 1);
    same &&= kept !== undefined && kept === member;
    if (kept !== undefined) left.push([name, kept]);
  }
  return same ? value : Object.fromEntries(left);
}

/** What schemas list at one place. It is worked out once: thousands of records of thousands of answers are held against it. */
class Shape {
  readonly #listed: readonly Readonly<Record<string, JsonSchema>>[];
  readonly #others: readonly JsonSchema[];
  readonly #items: readonly JsonSchema[];
  readonly #members = new Map<string, Shape>();
  #inner: Shape | undefined;
  #other: Shape | undefined;

  constructor(schemas: readonly JsonSchema[]) {
    const all = schemas.flatMap(alternatives);
    this.#listed = all.flatMap(({ properties = {} }) => (Object.keys(properties).length === 0 ? [] : [properties]));
    this.#others = all.flatMap(({ additionalProperties: more }) => (typeof more === "object" ? more : []));
    this.#items = all.flatMap(({ items }) => items ?? []);
  }

  /** An object without a single listed member is free of form. */
  get isFree(): boolean {
    return this.#listed.length === 0 && this.#others.length === 0;
  }

  get items(): Shape | undefined {
    if (this.#items.length > 0) this.#inner ??= new Shape(this.#items);
    return this.#inner;
  }

  /** What is known of a member; names that nobody listed are not remembered, as a target makes them up. */
  member(name: string): Shape | undefined {
    const known = this.#members.get(name);
    if (known !== undefined) return known;
    const own = this.#listed.flatMap((properties) => (Object.hasOwn(properties, name) ? (properties[name] ?? []) : []));
    if (own.length > 0) {
      const made = new Shape(own);
      this.#members.set(name, made);
      return made;
    }
    if (this.#others.length > 0) this.#other ??= new Shape(this.#others);
    return this.#other;
  }
}

const shapes = new WeakMap<JsonSchema, Shape>();

function shapeOf(schemas: readonly JsonSchema[]): Shape {
  const [schema] = schemas;
  if (schema === undefined || schemas.length > 1) return new Shape(schemas);
  const known = shapes.get(schema) ?? new Shape(schemas);
  shapes.set(schema, known);
  return known;
}

/** A schema with those that it is made of. */
function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const { oneOf = [], anyOf = [], allOf = [], then, else: otherwise } = schema;
  const inner = [...oneOf, ...anyOf, ...allOf, ...(then ? [then] : []), ...(otherwise ? [otherwise] : [])];
  return inner.length === 0 ? [schema] : [schema, ...inner.flatMap(alternatives)];
}
