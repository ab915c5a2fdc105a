import type { JsonSchema, JsonType } from "@plumbline/schemas";

/** The supported part of JSON Schema 2020-12: everything that the contract uses, and more. */
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
  /** Applies if `if` accepts the value. */
  readonly then?: AnySchema;
  readonly else?: AnySchema;
  readonly dependentSchemas?: Readonly<Record<string, AnySchema>>;
  /** Internal: all divisors, when several schemas have a `multipleOf`. */
  readonly "x-divisors"?: readonly number[];
  /** Internal: excluded values, from a negated schema. */
  readonly "x-other-than"?: readonly unknown[];
}

/** A schema, or `true` for any value and `false` for none. */
export type AnySchema = boolean | Keywords;

type Keyword = keyof Keywords | keyof JsonSchema;

/** Standard keywords that assert something and are unsupported. Words outside the standard assert nothing. */
const REFUSED: readonly string[] = [
  "contains",
  "unevaluatedItems",
  "unevaluatedProperties",
  "$dynamicRef",
  "$recursiveRef",
];

/** Keywords that apply several schemas to the same value. */
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

/** Whether a keyword is only an annotation: the standard says that unknown keywords are ignored. */
export const isTelling = (name: string): boolean => !UNDERSTOOD.has(name) && !REFUSED.includes(name);

/** An unsupported keyword that asserts something; `unevaluated...: true` asserts nothing. */
export const strangeKeyword = (schema: Keywords): string | undefined =>
  Object.entries(schema).find(
    ([name, value]) => REFUSED.includes(name) && !(name.startsWith("unevaluated") && value === true),
  )?.[0];

/** Whether a schema applies other schemas to the same value. */
export const isOverarching = (schema: AnySchema): boolean =>
  typeof schema === "object" && [...COMBINING, ...DEPENDENT].some((keyword) => keyword in schema);

/** A schema without the keywords that apply other schemas to the same value. */
export const plainPart = (schema: Keywords): Keywords =>
  Object.fromEntries(
    Object.entries(schema).filter(([name]) => ![...COMBINING, ...DEPENDENT].some((keyword) => keyword === name)),
  );

/** All divisors of a number. */
export const divisorsOf = ({ multipleOf, "x-divisors": all }: Keywords): readonly number[] =>
  all ?? (multipleOf === undefined ? [] : [multipleOf]);

/** The types of values. Integers count as numbers. */
export const ALL_TYPES: readonly JsonType[] = ["null", "boolean", "number", "string", "array", "object"];

/** The types that a schema allows; `undefined` if it does not restrict them. */
export function typesOf({ type }: Keywords): readonly JsonType[] | undefined {
  return type === undefined ? undefined : typeof type === "string" ? [type] : type;
}
