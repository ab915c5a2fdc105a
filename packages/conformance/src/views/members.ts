import type { JsonSchema } from "@plumbline/schemas";

/**
 * The members that values of a schema may have. Computed only as far as answers need it, because most answers of a run
 * have the same members.
 */
export class Members {
  readonly #properties = new Map<string, JsonSchema[]>();
  readonly #items: readonly JsonSchema[];
  readonly #within = new Map<string, Members>();
  #item: Members | undefined;
  /** Whether no name counts as unknown, because the schema allows any name or lists none. */
  readonly open: boolean;

  /** A member is known if any of the schemas, their alternatives or their parts lists it. */
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

  /** The members of the items of a list; `undefined` if the schema does not describe the items. */
  get items(): Members | undefined {
    if (this.#items.length > 0) this.#item ??= new Members(this.#items);
    return this.#item;
  }

  /** The members of a listed member; `undefined` for any other name. */
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
