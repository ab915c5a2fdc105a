import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { strictAjv } from "../strict-ajv.test-support.ts";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import { arbitraryOf } from "./arbitrary-of.ts";

/* Schemas from outside this project, and the verdict of another validator on the drawn values. */

const judgeOf = (schema: object | boolean) => strictAjv({ strict: false }).compile(schema);

const tree = { type: "object", properties: { name: { type: "string" }, left: { $ref: "#" }, right: { $ref: "#" } } };

const DRAWN: Readonly<Record<string, object | boolean>> = {
  anything: true,
  "anything, as an empty object": {},
  "no type, but members": { properties: { a: { type: "integer" } }, required: ["a"] },
  "no type, but a length": { minLength: 2, minItems: 1 },
  "several types": { type: ["string", "null", "integer"], maxLength: 3, minimum: 5 },
  "a constant that is an object": { const: { a: [1, null] } },
  "a constant null": { const: null },
  "values, not all of the type": { type: "string", enum: [1, "a", null, "bb"] },
  "values within bounds": { enum: [1, 5, "x"], minimum: 3 },
  "open bounds": { type: "integer", exclusiveMinimum: 3, exclusiveMaximum: 5 },
  "open bounds of numbers": { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 0.5 },
  "integers beyond 32 bits": { type: "integer", minimum: 3_000_000_000 },
  multiples: { type: "integer", multipleOf: 7, minimum: -20, maximum: 20 },
  "multiples of a quarter": { type: "number", multipleOf: 0.25, minimum: 0.1 },
  "multiples of a hundredth": { type: "number", multipleOf: 0.01 },
  "multiples of a hundredth within bounds": { type: "number", multipleOf: 0.01, minimum: 0.05, exclusiveMaximum: 0.09 },
  "multiples of a tenth far from zero": { type: "number", multipleOf: 0.1, minimum: 123_456_789 },
  "multiples of three tenths": { type: "number", multipleOf: 0.3 },
  "multiples of a small power": { type: "number", multipleOf: 1e-7, minimum: -0.01, maximum: 0.01 },
  "integers in hundredths": { type: "integer", multipleOf: 0.01, minimum: -500, maximum: 500 },
  "integers in steps of three tenths": { type: "integer", multipleOf: 0.3 },
  "allOf of decimals": { allOf: [{ type: "number", multipleOf: 0.02 }, { multipleOf: 0.03 }], maximum: 9 },
  "integers in halves": { type: "integer", multipleOf: 0.5 },
  texts: { type: "string", minLength: 2, maxLength: 4 },
  "texts of a pattern": { type: "string", pattern: "^[A-Z]{2}-\\d+$", maxLength: 8 },
  "date-time": { type: "string", format: "date-time" },
  date: { type: "string", format: "date" },
  time: { type: "string", format: "time" },
  email: { type: "string", format: "email", minLength: 1 },
  uri: { type: "string", format: "uri" },
  uuid: { type: "string", format: "uuid" },
  hostname: { type: "string", format: "hostname" },
  ipv4: { type: "string", format: "ipv4" },
  ipv6: { type: "string", format: "ipv6" },
  duration: { type: "string", format: "duration" },
  regex: { type: "string", format: "regex", minLength: 1 },
  "json-pointer": { type: "string", format: "json-pointer" },
  "uri-reference": { type: "string", format: "uri-reference", minLength: 1 },
  "a format within a length": { type: "string", format: "email", maxLength: 20 },
  "a format with a pattern": { type: "string", format: "date", pattern: "^20\\d\\d-" },
  lists: { type: "array", items: { type: "boolean" }, minItems: 2, maxItems: 4 },
  "lists of unique items": { type: "array", items: { type: "integer", minimum: 0, maximum: 9 }, uniqueItems: true },
  "lists of unique enum values": { type: "array", items: { enum: ["a", "b", "c"] }, uniqueItems: true, minItems: 3 },
  "lists of unique objects": {
    type: "array",
    items: { type: "object", properties: { a: { type: "boolean" } } },
    uniqueItems: true,
    maxItems: 3,
  },
  "lists of all distinct values": {
    type: "array",
    items: { multipleOf: 2, minimum: 0, maximum: 4, type: "integer" },
    minItems: 3,
    uniqueItems: true,
  },
  tuples: { type: "array", prefixItems: [{ type: "integer" }, { type: "string" }], items: false },
  "tuples with additional items": {
    type: "array",
    prefixItems: [{ const: 1 }],
    items: { type: "boolean" },
    minItems: 1,
    maxItems: 4,
  },
  "tuples with an impossible item": { type: "array", prefixItems: [{ type: "null" }, false, { type: "string" }] },
  "empty lists": { type: "array", items: false },
  "required members without a schema": { type: "object", required: ["a"] },
  "a map": { type: "object", additionalProperties: { type: "integer" }, minProperties: 1, maxProperties: 2 },
  "a map of names": {
    type: "object",
    propertyNames: { pattern: "^[a-c]{2}$" },
    additionalProperties: { type: "null" },
  },
  "members and additional ones": {
    type: "object",
    properties: { a: { type: "integer" } },
    required: ["a"],
    additionalProperties: { type: "string" },
  },
  "members without additional ones": { type: "object", properties: { a: {}, b: false }, additionalProperties: false },
  "members by pattern": {
    type: "object",
    properties: { xa: { minimum: 3 } },
    patternProperties: { "^x": { type: "integer" } },
    additionalProperties: false,
  },
  "an exact number of members": {
    type: "object",
    properties: { a: { type: "null" }, b: { type: "null" }, c: { type: "null" } },
    minProperties: 2,
    maxProperties: 2,
  },
  "allOf that narrows": {
    type: "object",
    properties: { a: { type: "number", minimum: 0 } },
    allOf: [
      { properties: { a: { minimum: 5, maximum: 9 } }, required: ["a"] },
      { properties: { a: { type: "integer" }, b: { type: "string" } }, required: ["b"] },
    ],
  },
  "allOf of bounds": { type: "integer", minimum: 0, allOf: [{ minimum: 5 }, { maximum: 6 }] },
  "allOf of multiples": { allOf: [{ type: "integer", multipleOf: 4 }, { multipleOf: 6 }], minimum: 1, maximum: 50 },
  "allOf of lists": {
    allOf: [
      { type: "array", items: { type: "number" }, minItems: 1 },
      { items: { type: "integer", minimum: 3, maximum: 8 }, maxItems: 2 },
    ],
  },
  "allOf that closes": {
    allOf: [
      { type: "object", properties: { a: { type: "integer" } }, required: ["a"] },
      { properties: { a: {}, c: {} }, additionalProperties: false },
    ],
  },
  "anyOf of types": { anyOf: [{ type: "string", maxLength: 3 }, { type: "integer" }] },
  "anyOf beside a type": { type: ["string", "integer"], anyOf: [{ type: "string" }, { minimum: 3 }] },
  "oneOf without overlap": {
    oneOf: [
      { type: "object", properties: { kind: { const: "a" }, size: { type: "integer" } }, required: ["kind", "size"] },
      { type: "object", properties: { kind: { const: "b" }, name: { type: "string" } }, required: ["kind"] },
    ],
  },
  "oneOf that overlaps": { type: "integer", oneOf: [{ minimum: 0 }, { maximum: 10 }] },
  "oneOf by members": {
    type: "object",
    properties: { a: {}, b: {} },
    oneOf: [{ required: ["a"] }, { required: ["b"] }],
  },
  "not of a type": { not: { type: ["string", "object"] } },
  "not of values": { type: "string", enum: ["a", "b", "c"], not: { enum: ["b"] } },
  "not of members": { type: "object", properties: { a: {}, b: {} }, not: { required: ["a", "b"] } },
  "not of not": { not: { not: { type: "boolean" } } },
  "not of bounds": { type: "integer", not: { minimum: 0, maximum: 5 } },
  conditions: {
    type: "object",
    properties: { kind: { enum: ["a", "b"] }, size: { type: "integer" } },
    required: ["kind"],
    if: { properties: { kind: { const: "a" } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits a schema.
    then: { required: ["size"] },
    else: { properties: { size: false } },
  },
  "members that need others": {
    type: "object",
    properties: { a: {}, b: { type: "integer" } },
    dependentRequired: { a: ["b"] },
    dependentSchemas: { b: { properties: { b: { minimum: 10 } } } },
  },
  references: {
    $defs: {
      id: { type: "string", pattern: "^[a-f0-9]{8}$" },
      "a/b": { type: "object", properties: { id: { $ref: "#/$defs/id" } } },
    },
    type: "array",
    items: { $ref: "#/$defs/a~1b", required: ["id"] },
  },
  "a tree": tree,
  "a tree of lists": {
    $ref: "#/$defs/node",
    $defs: {
      node: {
        type: "object",
        properties: { children: { type: "array", items: { $ref: "#/$defs/node" } }, leaf: { type: "boolean" } },
        required: ["children"],
      },
    },
  },
  expressions: {
    $ref: "#/$defs/expression",
    $defs: {
      expression: { anyOf: [{ type: "number" }, { $ref: "#/$defs/sum" }] },
      sum: {
        type: "object",
        properties: { left: { $ref: "#/$defs/expression" }, right: { $ref: "#/$defs/expression" } },
        required: ["left", "right"],
        additionalProperties: false,
      },
    },
  },
};

describe("arbitraryOf, for schemas from outside the project", () => {
  it.each(Object.entries(DRAWN))("draws only valid values: %s", (_name, schema) => {
    const accepts = judgeOf(schema);
    const valid = fc.property(arbitraryOf(schema), (value) => {
      expect(accepts(JSON.parse(JSON.stringify(value))), JSON.stringify(value)).toBe(true);
    });
    fc.assert(valid, { numRuns: 300, seed: 1 });
  });

  it("draws any decimal multiple, and not only those near zero", () => {
    const drawn = fc.sample(arbitraryOf({ type: "number", multipleOf: 0.01, minimum: 0, maximum: 1 }), {
      numRuns: 500,
      seed: 1,
    });
    expect(new Set(drawn).size).toBeGreaterThan(60);
    expect(drawn.filter((value) => !/^\d(\.\d\d?)?$/.test(String(value)))).toEqual([]);
  });

  it.each<[string, string, object | boolean]>([
    ["contains", "", { type: "array", contains: { type: "null" } }],
    ["unevaluatedProperties", "/allOf/0", { allOf: [{ unevaluatedProperties: false }] }],
    ["pattern", "/properties/a~1b", { properties: { "a/b": { type: "string", pattern: "(?=a)b" } } }],
    ["pattern", "/allOf/0", { type: "string", pattern: "^a", allOf: [{ pattern: "b$" }] }],
    ["multipleOf", "", { type: "number", multipleOf: 0.01, minimum: 0.002, maximum: 0.008 }],
    ["format", "/items", { type: "array", items: { type: "string", format: "ipv4", minLength: 40 } }],
    ["format", "/allOf/1", { allOf: [{ type: "string", format: "ipv4" }, { format: "uuid" }] }],
    ["$dynamicRef", "/items", { type: "array", items: { $dynamicRef: "#node" } }],
    ["uniqueItems", "", { type: "array", prefixItems: [{}], uniqueItems: true }],
    ["uniqueItems", "", { type: "array", items: { type: "object" }, minItems: 2, uniqueItems: true }],
    ["not", "", { type: "string", not: { const: "a" } }],
    ["pattern", "/not", { type: "string", not: { pattern: "a" } }],
    ["$ref", "/properties/a", { properties: { a: { $ref: "other.json" } } }],
    ["$ref", "", { $ref: "#/$defs/none" }],
    ["false", "", false],
    ["minimum", "", { type: "integer", minimum: 5, maximum: 4 }],
    ["enum", "/properties/a", { type: "object", properties: { a: { type: "string", enum: [1] } }, required: ["a"] }],
    ["allOf", "", { type: "string", allOf: [{ type: "null" }] }],
    ["$ref", "/properties/next", { type: "object", properties: { next: { $ref: "#" } }, required: ["next"] }],
  ])('refuses %s at "%s" before drawing', (keyword, pointer, schema) => {
    let thrown: unknown;
    try {
      arbitraryOf(schema);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(UnsupportedKeywordError);
    expect(thrown).toMatchObject({ keyword, pointer });
  });

  it("repeats values with the same seed, and shrinks to the smallest value", () => {
    const draw = () => fc.sample(arbitraryOf(DRAWN["allOf that narrows"] ?? {}), { numRuns: 20, seed: 4 });
    expect(draw()).toEqual(draw());
    const list = arbitraryOf({ type: "array", items: { type: "integer", minimum: 0 } });
    const { counterexample } = fc.check(
      fc.property(list, (value) => (value as number[]).every((one) => one < 7)),
      { seed: 1 },
    );
    expect(counterexample).toEqual([[7]]);
  });

  it("draws finite trees, and not only their roots", () => {
    const depths = fc.sample(arbitraryOf(tree), { numRuns: 200, seed: 2 }).map(depthOf);
    expect(Math.max(...depths)).toBe(4);
    expect(Math.min(...depths)).toBe(1);
  });

  it("draws valid values for any schema, or refuses it", () => {
    const outcomes = { drawn: 0, refused: 0 };
    const right = fc.property(anySchema, (schema) => {
      let drawn: readonly unknown[];
      try {
        drawn = fc.sample(arbitraryOf(schema), { numRuns: 10, seed: 1 });
      } catch (error) {
        if (!(error instanceof UnsupportedKeywordError)) throw error;
        outcomes.refused += 1;
        return;
      }
      outcomes.drawn += 1;
      const accepts = judgeOf(schema);
      for (const value of drawn) expect(verdict(accepts, value), JSON.stringify({ schema, value })).not.toBe(false);
    });
    fc.assert(right, { numRuns: RUNS, seed: 1 });
    expect(outcomes.drawn).toBeGreaterThan(RUNS / 2);
  });
});

/**
 * The verdict of Ajv; `undefined` where the code that it generates fails: for tuples below conditions, and a member
 * `toString`.
 */
function verdict(accepts: (value: unknown) => boolean, value: unknown): boolean | undefined {
  try {
    return accepts(value);
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError) return undefined;
    throw error;
  }
}

const RUNS = process.env["PLUMBLINE_FULL"] === undefined ? 100 : 3_000;

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

const names = fc.constantFrom("a", "b", "c");
const small = fc.integer({ min: 0, max: 4 });
const part = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

/** Random schemas in which keywords for several types mix, as in schemas whose authors do not think of types. */
const anySchema: fc.Arbitrary<object | boolean> = fc.letrec<{ schema: object | boolean; leaf: object | boolean }>(
  (tie) => ({
    leaf: fc.oneof(
      { weight: 1, arbitrary: fc.boolean() },
      { weight: 4, arbitrary: fc.record({ type: fc.constantFrom("string", "integer", "number", "boolean", "null") }) },
      {
        weight: 1,
        arbitrary: fc.record({ enum: fc.uniqueArray(fc.oneof(small, names, fc.constant(null)), { minLength: 1 }) }),
      },
      { weight: 1, arbitrary: fc.record({ const: fc.oneof(small, names, fc.constant({ a: 1 })) }) },
      { weight: 1, arbitrary: fc.record({ type: fc.constant("integer"), minimum: small, maximum: small }) },
      {
        weight: 1,
        arbitrary: fc.record({ exclusiveMinimum: small, multipleOf: fc.constantFrom(1, 2, 3, 0.5, 0.01, 0.3) }),
      },
      {
        weight: 1,
        arbitrary: fc.record(
          { minLength: small, maxLength: small, pattern: fc.constant("^[ab]+$") },
          { requiredKeys: ["minLength"] },
        ),
      },
    ),
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      tie("leaf"),
      fc
        .record({
          type: part(fc.constantFrom("object", ["object", "null"], ["array", "string"])),
          properties: part(fc.dictionary(names, tie("schema"), { maxKeys: 3, noNullPrototype: true })),
          required: part(fc.uniqueArray(names, { maxLength: 2 })),
          additionalProperties: part(tie("schema")),
          minProperties: part(fc.integer({ min: 0, max: 2 })),
          dependentRequired: part(fc.dictionary(names, fc.tuple(names), { maxKeys: 1, noNullPrototype: true })),
        })
        .map(withoutUndefined),
      fc
        .record({
          type: part(fc.constantFrom("array", ["array", "null"])),
          items: part(tie("schema")),
          prefixItems: part(fc.array(tie("schema"), { minLength: 1, maxLength: 2 })),
          minItems: part(fc.integer({ min: 0, max: 2 })),
          maxItems: part(small),
          uniqueItems: part(fc.boolean()),
        })
        .map(withoutUndefined),
      fc
        .record({
          type: part(fc.constantFrom("object", "integer", "string")),
          allOf: part(fc.array(tie("schema"), { minLength: 1, maxLength: 2 })),
          anyOf: part(fc.array(tie("schema"), { minLength: 1, maxLength: 2 })),
          oneOf: part(fc.array(tie("schema"), { minLength: 1, maxLength: 2 })),
          not: part(tie("leaf")),
          if: part(tie("leaf")),
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits a schema.
          then: part(tie("schema")),
          else: part(tie("schema")),
        })
        .map(withoutUndefined),
    ),
  }),
).schema;

function withoutUndefined(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
