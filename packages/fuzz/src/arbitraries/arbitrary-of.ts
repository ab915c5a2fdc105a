import type { JsonSchema, JsonType } from "@plumbline/schemas";
import fc from "fast-check";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import { keeps } from "./accepts.ts";
import { arrayArbitrary } from "./array.ts";
import { type Branch, branches } from "./branches.ts";
import type { Build } from "./build.ts";
import { unknownFormat } from "./format.ts";
import { integerArbitrary, integerBounds, widthOf } from "./integer.ts";
import { crossed, valuesOf } from "./intersection.ts";
import { ABOUT, ALL_TYPES, type AnySchema, isOverarching, type Keywords, typesOf } from "./keywords.ts";
import { modern } from "./modern.ts";
import { numberArbitrary } from "./number.ts";
import { objectArbitrary } from "./object.ts";
import { count, nothing, type Scope, scopeOf } from "./scope.ts";
import { stringArbitrary } from "./string.ts";

/** How to treat keywords that assert nothing by default. */
export interface ArbitraryOptions {
  /**
   * How to treat a format for which there is no arbitrary. In JSON Schema, formats assert nothing by default.
   * @default "ignore"
   */
  readonly unknownFormats?: "ignore" | "refuse";
}

/**
 * Caches the arbitraries of schemas, because many schemas share parts of the contract. Schemas with references are not
 * cached: they depend on the whole schema.
 */
const built = new WeakMap<object, fc.Arbitrary<unknown>>();

/**
 * Values that a JSON Schema (2020-12) accepts, biased to the edges of its rules: a fast-check arbitrary that draws,
 * shrinks and repeats by seed like any other.
 *
 * Everything is decided before the first draw, so no value is discarded, except duplicates in lists with `uniqueItems`.
 * The README of the package lists the supported keywords.
 *
 * @param schema an object or a boolean; references must lead to places within it
 * @param options how to treat unknown formats
 * @throws UnsupportedKeywordError for an unsupported keyword, and for a schema that accepts no value, with the keyword
 * and the JSON pointer of its place.
 */
export function arbitraryOf(
  schema: JsonSchema | object | boolean,
  options: ArbitraryOptions = {},
): fc.Arbitrary<unknown> {
  const root = schema as AnySchema;
  const scope = scopeOf(root, options.unknownFormats === "refuse");
  const made = build(root, "", scope);
  if (made !== undefined) return made;
  const { keyword, pointer } = scope.found.nothing ?? { keyword: "false", pointer: "" };
  throw new UnsupportedKeywordError(keyword, pointer, "no value can keep it beside the rest of the schema");
}

const build: Build = (schema, pointer, scope) => {
  const known = typeof schema === "object" && !scope.strictFormats ? built.get(schema) : undefined;
  if (known !== undefined) return known;
  count(scope, pointer);
  const before = scope.found.references;
  const ways = branches(schema, pointer, scope).flatMap((branch) => make(branch) ?? []);
  const [only] = ways;
  const made =
    isOverarching(typeof schema === "object" ? modern(schema) : schema) && ways.length > 0 ? fc.oneof(...ways) : only;
  const isOwn = before === scope.found.references && !scope.strictFormats;
  if (typeof schema === "object" && made !== undefined && isOwn) built.set(schema, made);
  return made;
};

function make({ schema, scope, pointer }: Branch): fc.Arbitrary<unknown> | undefined {
  if (schema["x-suggested"]) return build(schema["x-suggested"], `${pointer}/x-suggested`, scope);
  const values = valuesOf(schema)?.filter((value) => keeps(schema, value, pointer, scope));
  if (values?.length === 0) return nothing(scope, "const" in schema ? "const" : "enum", pointer);
  if (values !== undefined) return fc.constantFrom(...values);
  if (schema["x-known-values"]) return fc.constantFrom(...schema["x-known-values"]);
  const types = typesOf(schema) ?? (isOpen(schema) ? undefined : ALL_TYPES);
  if (types === undefined) return fc.jsonValue({ maxDepth: 1 }).map(withoutNegativeZero);
  refuseOpenSets(schema, types, pointer);
  const ways = types.flatMap((type) => ofType(type, schema, pointer, scope) ?? []);
  return ways.length === 0 ? undefined : fc.oneof(...ways);
}

/** Whether a schema does not restrict values. */
const isOpen = (schema: Keywords): boolean =>
  ["x-other-than", ...Object.values(ABOUT).flat()].every((keyword) => !(keyword in schema));

/** Excluded values are supported only for a closed set of values. */
function refuseOpenSets(schema: Keywords, types: readonly JsonType[], pointer: string): void {
  const open = schema["x-other-than"]?.find((value) => types.some((type) => keeps({ type }, value, pointer, ANYWHERE)));
  if (open !== undefined)
    throw new UnsupportedKeywordError(
      "not",
      pointer,
      "state the values that there can be, and those that there cannot",
    );
}

const ANYWHERE = scopeOf(true);

function ofType(type: JsonType, schema: Keywords, pointer: string, scope: Scope): fc.Arbitrary<unknown> | undefined {
  switch (type) {
    case "object":
      return objectArbitrary(schema, pointer, build, scope);
    case "array":
      return crossed(schema.minItems, schema.maxItems)
        ? nothing(scope, "minItems", pointer)
        : arrayArbitrary(schema, pointer, build, scope);
    case "string":
      return crossed(schema.minLength, schema.maxLength)
        ? nothing(scope, "minLength", pointer)
        : stringArbitrary(schema, pointer, scope);
    case "integer": {
      if (schema.format !== undefined && widthOf(schema) === undefined) unknownFormat(schema.format, pointer, scope);
      const [least, greatest] = integerBounds(schema);
      if (least > greatest) return nothing(scope, "minimum", pointer);
      return integerArbitrary(schema) ?? nothing(scope, "multipleOf", pointer);
    }
    case "number":
      return numberArbitrary(schema, pointer, scope);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return type satisfies never;
  }
}

/** JSON has no negative zero, so the received value would differ from the drawn one. */
function withoutNegativeZero(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
