import type { JsonSchema } from "@plumbline/schemas";

/** Which members the values of a schema may have, worked out as far as answers reach: most of a run's answers are alike. */
export class Members {
  readonly #properties = new Map<string, JsonSchema[]>();
  readonly #items: readonly JsonSchema[];
  readonly #within = new Map<string, Members>();
  #item: Members | undefined;
  /** Any name may stand, so none is unknown; or nothing is said about names. */
  readonly open: boolean;

  /** A member is known when any of the schemas, their alternatives or their parts lists it. */
  constructor(schemas: readonly JsonSchema[]) {
    const forms = schemas.flatMap(formsOf);
    this.#items = forms.flatMap(({ items }) => items ?? []);
    for (const { properties = {} } of forms)
      for (const [name, schema] of Object.entries(properties)) {
        const known = this.#properties.get(name);
        if (known === undefined) this.#properties.set(name, [schema]);
        else known.push(schema);
      }
    this.open =
      this.#properties.size === 0 ||
      forms.some(({ additionalProperties: more }) => more === true || typeof more === "object");
  }

  /** Of the items of a list; `undefined` when nothing is said about them. */
  get items(): Members | undefined {
    if (this.#items.length > 0) this.#item ??= new Members(this.#items);
    return this.#item;
  }

  /** Of a member that is listed; `undefined` for any other. */
  of(name: string): Members | undefined {
    const known = this.#within.get(name);
    if (known !== undefined) return known;
    const schemas = this.#properties.get(name);
    if (schemas === undefined) return undefined;
    const made = new Members(schemas);
    this.#within.set(name, made);
    return made;
  }
}

function formsOf(schema: JsonSchema): readonly JsonSchema[] {
  const { oneOf = [], anyOf = [], allOf = [], if: condition, then, else: otherwise } = schema;
  const inner = [...oneOf, ...anyOf, ...allOf, condition, then, otherwise].filter((form) => form !== undefined);
  return [schema, ...inner.flatMap(formsOf)];
}
