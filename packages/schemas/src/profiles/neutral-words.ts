import { standardError } from "../errors.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Form, Result } from "../operation.ts";
import { OPERATION_IDS, operations } from "../operations.ts";
import { tokenError } from "../resources/token.ts";
import { PROVIDER_CODES } from "../vocabulary.ts";
import { ANALYZER_MEMBERS, CONNECTION_MEMBERS, PROVIDER_MEMBERS } from "./rename.ts";

/** The names of the contract that a profile can rename: renaming others has no effect. */
export interface NeutralWords {
  /** Members of bodies. */
  readonly members: ReadonlySet<string>;
  /** The values of members with a fixed set of values, from all places of the member. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
  /** Members whose values follow from another setting of the profile, with that setting. */
  readonly decided: ReadonlyMap<string, "analyzerPrefix" | "connectionScheme">;
  readonly headers: ReadonlySet<string>;
  /** Closed sets of the description that a profile can extend. */
  readonly sets: ReadonlySet<string>;
  /** Groups of members of the same object. */
  readonly objects: readonly (readonly string[])[];
}

let known: NeutralWords | undefined;

/** Collected from every body of the interface, on the first call. */
export function neutralWords(): NeutralWords {
  known ??= gather();
  return known;
}

function gather(): NeutralWords {
  const members = new Set<string>();
  const values = new Map<string, Set<string>>();
  const open = new Set<string>();
  const sets = new Set<string>();
  const objects: (readonly string[])[] = [];
  const seen = new Map<JsonSchema, Set<string>>();
  const look = (schema: JsonSchema, member: string): void => {
    const under = seen.get(schema) ?? new Set<string>();
    if (under.has(member)) return;
    seen.set(schema, under.add(member));
    if (schema["x-values"] !== undefined) sets.add(schema["x-values"]);
    const own = valuesOf(schema);
    values.set(member, new Set([...(values.get(member) ?? []), ...own]));
    if (own.length === 0 && schema.type === "string") open.add(member);
    if (schema.properties) objects.push(Object.keys(schema.properties));
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      members.add(name);
      look(inner, name);
    }
    for (const inner of within(schema)) look(inner, member);
  };
  for (const schema of schemas()) look(schema, "");
  for (const member of PROVIDER_MEMBERS)
    values.set(member, new Set([...(values.get(member) ?? []), ...PROVIDER_CODES]));
  for (const [member, words] of values) if (open.has(member) || words.size === 0) values.delete(member);
  const decided = new Map([
    ...ANALYZER_MEMBERS.map((member) => [member, "analyzerPrefix"] as const),
    ...CONNECTION_MEMBERS.map((member) => [member, "connectionScheme"] as const),
  ]);
  return { members, values, decided, headers: new Set(["X-Vendor-Service-Version", "X-Alert-Event"]), sets, objects };
}

function valuesOf(schema: JsonSchema): readonly string[] {
  const { const: fixed, enum: set = [], "x-known-values": suggested = [] } = schema;
  const all: readonly unknown[] = [fixed, ...set, ...suggested];
  return all.filter((value): value is string => typeof value === "string");
}

function within(schema: JsonSchema): readonly JsonSchema[] {
  const { items, additionalProperties, oneOf, anyOf, allOf, not, if: when, "x-suggested": suggested } = schema;
  const map = typeof additionalProperties === "object" ? additionalProperties : undefined;
  const one = [items, map, not, when, schema.then, schema.else, suggested];
  return [...one.filter((inner) => inner !== undefined), ...(oneOf ?? []), ...(anyOf ?? []), ...(allOf ?? [])];
}

function schemas(): readonly JsonSchema[] {
  const forms = OPERATION_IDS.flatMap((id): readonly Partial<Form>[] => [
    operations[id],
    ...Object.values(operations[id].inVersion ?? {}),
  ]);
  return [
    standardError,
    tokenError,
    ...forms.flatMap(({ body, result }) => [...(body ? [body.schema] : []), ...(result ? schemasOf(result) : [])]),
  ];
}

function schemasOf(result: Result): readonly JsonSchema[] {
  switch (result.kind) {
    case "record":
      return [result.schema];
    case "paged":
    case "array":
      return [result.schema, result.items];
    case "empty":
    case "not-shown":
      return [];
  }
}
