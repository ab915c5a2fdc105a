import type { JsonSchema } from "./json-schema.ts";

/** A value that breaks one keyword of a schema at one place. */
export interface Mutant {
  readonly pointer: string;
  readonly keyword: string;
  readonly value: unknown;
}

type Put = (inner: unknown) => unknown;

/** Every way to break one keyword of `schema` in a value that it accepts, determined independently of the validator. */
export function* singleViolations(schema: JsonSchema, value: unknown, put: Put = (x) => x, at = ""): Generator<Mutant> {
  const broken = (keyword: string, inner: unknown, pointer = at): Mutant => ({ pointer, keyword, value: put(inner) });
  if (typeof schema.type === "string") yield broken("type", schema.type === "string" ? 5 : "plumbline");
  if (schema.const !== undefined) yield broken("const", "plumbline-none");
  if (schema.enum) yield broken("enum", typeof value === "string" ? "plumbline-none" : -987_654);
  if (typeof value === "string") for (const [keyword, text] of wrongTexts(schema, value)) yield broken(keyword, text);
  if (schema.minimum !== undefined) yield broken("minimum", schema.minimum - 1);
  if (schema.maximum !== undefined) yield broken("maximum", schema.maximum + 1);
  if (schema.type === "integer") yield broken("type", 0.5);
  if (Array.isArray(value)) yield* brokenItems(schema, value, put, at);
  else if (typeof value === "object" && value !== null) yield* brokenMembers(schema, { ...value }, put, at);
  const branch = schema.oneOf?.find((one) => matchesTag(one, schema.discriminator?.propertyName, value));
  if (branch) yield* singleViolations(branch, value, put, at);
}

function* wrongTexts({ minLength, maxLength, pattern, format }: JsonSchema, text: string): Generator<[string, string]> {
  if (minLength !== undefined && minLength > 0) yield ["minLength", text.slice(0, minLength - 1)];
  if (maxLength !== undefined) yield ["maxLength", text.padEnd(maxLength + 1, text.at(-1) ?? "a")];
  if (pattern !== undefined) yield ["pattern", `\n${text.slice(1)}`];
  if (format !== undefined) yield ["format", "\n"];
}

function* brokenItems(schema: JsonSchema, items: readonly unknown[], put: Put, at: string): Generator<Mutant> {
  if (schema.minItems !== undefined && schema.minItems > 0)
    yield { pointer: at, keyword: "minItems", value: put(items.slice(0, schema.minItems - 1)) };
  if (schema.maxItems !== undefined) {
    const more = Array.from({ length: schema.maxItems + 1 }, (_, index) => items[index] ?? items[0] ?? "plumbline");
    yield { pointer: at, keyword: "maxItems", value: put(more) };
  }
  for (const [index, item] of schema.items ? items.entries() : [])
    yield* singleViolations(schema.items ?? {}, item, (inner) => put(items.with(index, inner)), `${at}/${index}`);
}

function* brokenMembers(
  schema: JsonSchema,
  members: Readonly<Record<string, unknown>>,
  put: Put,
  at: string,
): Generator<Mutant> {
  const without = (name: string): unknown =>
    put(Object.fromEntries(Object.entries(members).filter(([one]) => one !== name)));
  for (const name of schema.required ?? [])
    yield { pointer: `${at}/${name}`, keyword: "required", value: without(name) };
  for (const [name, needed] of Object.entries(schema.dependentRequired ?? {}))
    if (name in members)
      for (const other of needed) yield { pointer: at, keyword: "dependentRequired", value: without(other) };
  for (const [name, inner] of Object.entries(members)) {
    const own = schema.properties?.[name] ?? schema.additionalProperties;
    if (typeof own === "object")
      yield* singleViolations(own, inner, (x) => put({ ...members, [name]: x }), `${at}/${name}`);
  }
}

const matchesTag = (branch: JsonSchema, tag: string | undefined, value: unknown): boolean =>
  tag !== undefined &&
  typeof value === "object" &&
  value !== null &&
  branch.properties?.[tag]?.const === (value as Readonly<Record<string, unknown>>)[tag];
