import type { JsonSchema } from "@plumbline/schemas";
import type { Fields } from "../ground/json.ts";

/** Up to this many unlisted members of an object, the oracles look at each. */
const MOST_UNLISTED = 50;
/** After this many objects in a row with far more members, only one of so many objects is counted again. */
const CROWDED = 16;

/** The members that schemas list at one place. Computed once, because thousands of records are compared with it. */
export class Shape {
  /** The schemas of each listed member. */
  readonly #listed: ReadonlyMap<string, readonly JsonSchema[]>;
  readonly #others: readonly JsonSchema[];
  readonly #items: readonly JsonSchema[];
  readonly #members = new Map<string, Shape>();
  /** How many counted objects in a row had far too many members. */
  #crowded = 0;
  #asked = 0;
  #inner: Shape | undefined;
  #other: Shape | undefined;

  constructor(schemas: readonly JsonSchema[]) {
    const all = schemas.flatMap(alternatives);
    const listed = new Map<string, JsonSchema[]>();
    for (const { properties = {} } of all)
      for (const [name, schema] of Object.entries(properties)) listed.set(name, [...(listed.get(name) ?? []), schema]);
    this.#listed = listed;
    this.#others = all.flatMap(({ additionalProperties: more }) => (typeof more === "object" ? more : []));
    this.#items = all.flatMap(({ items }) => items ?? []);
  }

  /** An object without any listed member has no described form. */
  get isFree(): boolean {
    return this.#listed.size === 0 && this.#others.length === 0;
  }

  get items(): Shape | undefined {
    if (this.#items.length > 0) this.#inner ??= new Shape(this.#items);
    return this.#inner;
  }

  /**
   * The members to look at: all, or only the listed ones if the target adds far more than `MOST_UNLISTED`. Listing the
   * members of a large object takes long, so after many such objects this method takes the listed ones without a count.
   */
  among(members: Fields): { readonly names: readonly string[]; readonly isAll: boolean } {
    this.#asked += 1;
    if (this.#others.length > 0 || this.#crowded < CROWDED || this.#asked % CROWDED === 0) {
      const names = Object.keys(members);
      const isCrowded = this.#others.length === 0 && names.length > MOST_UNLISTED + this.#listed.size;
      this.#crowded = isCrowded ? this.#crowded + 1 : 0;
      if (!isCrowded) return { names, isAll: true };
    }
    return { names: [...this.#listed.keys()].filter((name) => Object.hasOwn(members, name)), isAll: false };
  }

  /** The shape of a member. Unlisted names are not cached, because the target invents them. */
  member(name: string): Shape | undefined {
    const known = this.#members.get(name);
    if (known !== undefined) return known;
    const own = this.#listed.get(name);
    if (own !== undefined) {
      const made = new Shape(own);
      this.#members.set(name, made);
      return made;
    }
    if (this.#others.length > 0) this.#other ??= new Shape(this.#others);
    return this.#other;
  }
}

const shapes = new WeakMap<JsonSchema, Shape>();

/** The shape of a place with these schemas. For a single schema it is computed once and cached. */
export function shapeOf(schemas: readonly JsonSchema[]): Shape {
  const [schema] = schemas;
  if (schema === undefined || schemas.length > 1) return new Shape(schemas);
  const known = shapes.get(schema) ?? new Shape(schemas);
  shapes.set(schema, known);
  return known;
}

/** A schema with all schemas that it combines. */
function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const { oneOf = [], anyOf = [], allOf = [], then, else: otherwise } = schema;
  const inner = [...oneOf, ...anyOf, ...allOf, ...(then ? [then] : []), ...(otherwise ? [otherwise] : [])];
  return inner.length === 0 ? [schema] : [schema, ...inner.flatMap(alternatives)];
}
