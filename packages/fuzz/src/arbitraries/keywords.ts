import type { JsonSchema, JsonType } from "@plumbline/schemas";

/** JSON Schema 2020-12 as it is understood here: what the contract has of it, and more. */
export interface Keywords
  extends Omit<
    JsonSchema,
    | ("properties" | "items" | "additionalProperties" | "propertyNames" | "enum" | "const")
    | ("oneOf" | "anyOf" | "allOf" | "not" | "if" | "then" | "else")
  > {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, AnySchema>>;
  readonly properties?: Readonly<Record<string, AnySchema>>;
  readonly patternProperties?: Readonly<Record<string, AnySchema>>;
  readonly additionalProperties?: AnySchema;
  readonly propertyNames?: AnySchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: AnySchema;
  readonly prefixItems?: readonly AnySchema[];
  readonly uniqueItems?: boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly oneOf?: readonly AnySchema[];
  readonly anyOf?: readonly AnySchema[];
  readonly allOf?: readonly AnySchema[];
  readonly not?: AnySchema;
  readonly if?: AnySchema;
  /** Applies where `if` accepts the value. */
  readonly then?: AnySchema;
  readonly else?: AnySchema;
  readonly dependentSchemas?: Readonly<Record<string, AnySchema>>;
  /** Ours: what `multipleOf` was made of, where several schemas have one. */
  readonly "x-divisors"?: readonly number[];
  /** Ours: values that are left out, where something is not to hold. */
  readonly "x-other-than"?: readonly unknown[];
}

/** A schema, or `true` for any value and `false` for none. */
export type AnySchema = boolean | Keywords;

type Keyword = keyof Keywords | keyof JsonSchema;

/** Keywords of the standard that judge and that nothing is written for. Any word that the standard does not have says nothing. */
const REFUSED: readonly string[] = [
  "contains",
  "unevaluatedItems",
  "unevaluatedProperties",
  "$dynamicRef",
  "$recursiveRef",
];

/** What several schemas of one value say of it, each by itself. */
const COMBINING: readonly Keyword[] = ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"];
const DEPENDENT: readonly Keyword[] = ["dependentRequired", "dependentSchemas"];

/** Keywords about a value of one type, by that type. */
export const ABOUT = {
  object: [
    ...(["properties", "patternProperties", "additionalProperties", "propertyNames", "required"] as const),
    ...(["minProperties", "maxProperties"] as const),
  ],
  array: ["items", "prefixItems", "minItems", "maxItems", "uniqueItems"],
  string: ["pattern", "minLength", "maxLength", "format"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
} as const satisfies Readonly<Record<string, readonly Keyword[]>>;

const UNDERSTOOD: ReadonlySet<string> = new Set<string>([
  ...["type", "enum", "const"],
  ...COMBINING,
  ...DEPENDENT,
  ...Object.values(ABOUT).flat(),
]);

/** Whether a keyword says something to readers alone: the standard has whoever does not know a word pass it over. */
export const isTelling = (name: string): boolean => !UNDERSTOOD.has(name) && !REFUSED.includes(name);

/** A keyword that judges and that nothing is written for; that anything may be left over judges nothing. */
export const strangeKeyword = (schema: Keywords): string | undefined =>
  Object.entries(schema).find(
    ([name, value]) => REFUSED.includes(name) && !(name.startsWith("unevaluated") && value === true),
  )?.[0];

/** Whether a schema says something about a value by other schemas of it. */
export const isOverarching = (schema: AnySchema): boolean =>
  typeof schema === "object" && [...COMBINING, ...DEPENDENT].some((keyword) => keyword in schema);

/** What a schema says by itself. */
export const plainPart = (schema: Keywords): Keywords =>
  Object.fromEntries(
    Object.entries(schema).filter(([name]) => ![...COMBINING, ...DEPENDENT].some((keyword) => keyword === name)),
  );

/** All that a number has to be a multiple of. */
export const divisorsOf = ({ multipleOf, "x-divisors": all }: Keywords): readonly number[] =>
  all ?? (multipleOf === undefined ? [] : [multipleOf]);

/** The types of values; integers are numbers. */
export const ALL_TYPES: readonly JsonType[] = ["null", "boolean", "number", "string", "array", "object"];

/** The types that a schema allows; undefined where it does not say. */
export function typesOf({ type }: Keywords): readonly JsonType[] | undefined {
  return type === undefined ? undefined : typeof type === "string" ? [type] : type;
}
