import type { JsonSchema } from "../json-schema.ts";

/** Collects titled schemas of a document once each and hands out references to them. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly #names = new Map<string, string>();

  /** A reference for a titled schema, the schema itself otherwise; inner schemas are treated alike. */
  refer(schema: JsonSchema): object {
    const title = schema.title;
    if (title === undefined) return this.#inline(schema);
    // By content: a profile's renaming makes equal copies of a resource wherever it is used.
    const content = JSON.stringify(schema);
    const name = this.#names.get(content) ?? this.#add(title, content, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  #add(title: string, content: string, schema: JsonSchema): string {
    const taken = Object.keys(this.schemas).filter((name) => name.replace(/\d+$/, "") === title).length;
    const name = taken === 0 ? title : `${title}${taken + 1}`;
    this.#names.set(content, name);
    // Reserved before the walk, so that a resource stands before its parts.
    this.schemas[name] = schema;
    this.schemas[name] = this.#inline(schema);
    return name;
  }

  #inline(schema: JsonSchema): JsonSchema {
    return {
      ...schema,
      ...(schema.properties && {
        properties: Object.fromEntries(
          Object.entries(schema.properties).map(([name, inner]) => [name, this.refer(inner)]),
        ),
      }),
      ...(schema.items && { items: this.refer(schema.items) }),
      ...(schema.oneOf && { oneOf: schema.oneOf.map((inner) => this.refer(inner)) }),
    };
  }
}
