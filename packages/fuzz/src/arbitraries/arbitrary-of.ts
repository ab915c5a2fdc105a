import type { JsonSchema, JsonType } from "@plumbline/schemas";
import fc from "fast-check";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import { arrayArbitrary } from "./array.ts";
import { branchesOf, isOverarching } from "./branches.ts";
import type { Build } from "./build.ts";
import { integerArbitrary } from "./integer.ts";
import { numberArbitrary } from "./number.ts";
import { objectArbitrary } from "./object.ts";
import { stringArbitrary } from "./string.ts";

const UNDERSTOOD: ReadonlySet<string> = new Set<keyof JsonSchema>([
  "$id",
  "title",
  "description",
  "type",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "minItems",
  "maxItems",
  "enum",
  "const",
  "pattern",
  "minLength",
  "maxLength",
  "format",
  "minimum",
  "maximum",
  "default",
  "examples",
  "oneOf",
  "anyOf",
  "allOf",
  "not",
  "if",
  "then",
  "else",
  "dependentRequired",
  "discriminator",
  "deprecated",
  "readOnly",
  "x-values",
  "x-known-values",
  "x-suggested",
  "x-also",
  "x-level",
]);

const built = new WeakMap<JsonSchema, fc.Arbitrary<unknown>>();

/**
 * Values that a schema accepts, biased to the edges of what it declares. Where the contract knows values of an open
 * set, only those are drawn; where it suggests a shape, that shape is.
 * @throws UnsupportedKeywordError for a keyword or format outside the contract's subset.
 */
export function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return build(schema, "");
}

const build: Build = (schema, pointer) => {
  const known = built.get(schema);
  if (known !== undefined) return known;
  refuseUnknown(schema, pointer);
  const made = isOverarching(schema)
    ? fc.oneof(...branchesOf(schema, pointer).map((branch) => make(branch, pointer)))
    : make(schema, pointer);
  built.set(schema, made);
  return made;
};

function refuseUnknown(schema: JsonSchema, pointer: string): void {
  for (const keyword of Object.keys(schema))
    if (!UNDERSTOOD.has(keyword))
      throw new UnsupportedKeywordError(keyword, pointer, "write an arbitrary for it or leave it out of the contract");
}

function make(schema: JsonSchema, pointer: string): fc.Arbitrary<unknown> {
  if (schema["x-suggested"]) return build(schema["x-suggested"], `${pointer}/x-suggested`);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema["x-known-values"]) return fc.constantFrom(...schema["x-known-values"]);
  if (schema.oneOf) return alternatives(schema.oneOf, schema, pointer);
  const types = schema.type === undefined ? [] : typeof schema.type === "string" ? [schema.type] : schema.type;
  if (types.length === 0) return fc.jsonValue({ maxDepth: 1 }).map(withoutNegativeZero);
  return fc.oneof(...types.map((type) => ofType(type, schema, pointer)));
}

function alternatives(oneOf: readonly JsonSchema[], schema: JsonSchema, pointer: string): fc.Arbitrary<unknown> {
  if (schema.discriminator === undefined)
    throw new UnsupportedKeywordError(
      "oneOf",
      pointer,
      "give it a discriminator, so that alternatives exclude each other",
    );
  return fc.oneof(...oneOf.map((branch, index) => build(branch, `${pointer}/oneOf/${index}`)));
}

function ofType(type: JsonType, schema: JsonSchema, pointer: string): fc.Arbitrary<unknown> {
  switch (type) {
    case "object":
      return objectArbitrary(schema, pointer, build);
    case "array":
      return arrayArbitrary(schema, pointer, build);
    case "string":
      return stringArbitrary(schema, pointer);
    case "integer":
      return integerArbitrary(schema, pointer);
    case "number":
      return numberArbitrary(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return type satisfies never;
  }
}

/** JSON has no negative zero, so a drawn value would not be the one that arrives. */
function withoutNegativeZero(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
