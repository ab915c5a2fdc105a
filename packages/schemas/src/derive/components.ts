import type { JsonSchema } from "../json-schema.ts";

/** A reference, or a schema with references in place of its titled parts. */
export type Referred = Readonly<Record<string, unknown>>;

/** Collects the titled schemas of a document without duplicates, and returns references to them. */
export class Components {
  readonly schemas: Record<string, Referred> = {};
  /** The same schemas by the same names, without references in them. */
  readonly whole = new Map<string, JsonSchema>();
  /** Parameters and answers that several operations share. */
  readonly shared: Readonly<Record<"parameters" | "responses", Record<string, object>>> = {
    parameters: {},
    responses: {},
  };
  readonly #names = new Map<string, string>();
  readonly #prefix: string;

  /** @param prefix JSON pointer of the place of the schemas. */
  constructor(prefix = "#/components/schemas/") {
    this.#prefix = prefix;
  }

  /** A reference for a titled schema, otherwise the schema itself, with the same treatment of inner schemas. */
  refer(schema: JsonSchema): Referred {
    const title = schema.title;
    if (title === undefined) return this.expand(schema);
    // By content, because a profile's renaming makes equal copies of a resource for each use.
    const content = JSON.stringify(schema);
    const name = this.#names.get(content) ?? this.#add(title, content, schema);
    return { $ref: this.#prefix + name };
  }

  /** A reference to a shared part; the part itself if another part already has its name. */
  share(kind: "parameters" | "responses", name: string, part: object): object {
    this.shared[kind][name] ??= part;
    const held = this.shared[kind][name];
    return JSON.stringify(held) === JSON.stringify(part) ? { $ref: `#/components/${kind}/${name}` } : part;
  }

  /** The schema itself, titled or not, with references in place of its titled parts. */
  expand(schema: JsonSchema): Referred {
    return {
      ...schema,
      ...(schema.properties && {
        properties: Object.fromEntries(
          Object.entries(schema.properties).map(([name, inner]) => [name, this.refer(inner)]),
        ),
      }),
      ...(schema.items && { items: this.refer(schema.items) }),
      ...(typeof schema.additionalProperties === "object" && {
        additionalProperties: this.refer(schema.additionalProperties),
      }),
      ...(schema.not && { not: this.refer(schema.not) }),
      ...(schema.anyOf && { anyOf: schema.anyOf.map((one) => this.refer(one)) }),
      ...(schema.oneOf && this.#alternatives(schema, schema.oneOf)),
    };
  }

  #add(title: string, content: string, schema: JsonSchema): string {
    const taken = [...this.whole.values()].filter((other) => other.title === title).length;
    const name = taken === 0 ? title : `${title}${taken + 1}`;
    this.#names.set(content, name);
    this.whole.set(name, schema);
    // Reserves the name before the walk, so that a resource precedes its parts.
    this.schemas[name] = {};
    this.schemas[name] = this.expand(schema);
    return name;
  }

  /** OpenAPI requires alternatives with a discriminator to be components: they are named after their value. */
  #alternatives({ title, discriminator }: JsonSchema, oneOf: readonly JsonSchema[]): Referred {
    if (title === undefined || discriminator === undefined) return { oneOf: oneOf.map((one) => this.refer(one)) };
    const { propertyName } = discriminator;
    const named = oneOf.map((one) => {
      const value = String(one.properties?.[propertyName]?.const ?? "");
      return { value, reference: this.refer({ title: title + pascalCase(value), ...one }) };
    });
    const mapping = Object.fromEntries(named.map(({ value, reference }) => [value, reference["$ref"]]));
    return { oneOf: named.map(({ reference }) => reference), discriminator: { propertyName, mapping } };
  }
}

const pascalCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(
      (word) =>
        word.slice(0, 1).toUpperCase() + (word === word.toUpperCase() ? word.slice(1).toLowerCase() : word.slice(1)),
    )
    .join("");
