import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { strictAjv } from "../strict-ajv.test-support.ts";
import { arbitraryOf } from "./arbitrary-of.ts";

/*
 * Keywords that assert nothing, which are frequent in schemas in use, and keywords of earlier drafts that assert
 * something.
 */

const PASSED_OVER: Readonly<Record<string, object>> = {
  "an unknown format": { type: "string", format: "color", maxLength: 7 },
  "an unknown number format": { properties: { a: { type: "integer", format: "money" } }, required: ["a"] },
  "integers of eight bits": { type: "integer", format: "uint8", maximum: 9 },
  "an unknown format beside a known one": { allOf: [{ type: "string", format: "color" }, { format: "ipv4" }] },
  "unknown keywords": {
    $anchor: "all",
    type: "object",
    markdownDescription: "a",
    errorMessage: { required: "b" },
    properties: { a: { type: "boolean", example: true, tsEnumNames: ["c"] } },
    required: ["a"],
    not: { required: ["b"], markdownDescription: "d" },
  },
  "minContains and maxContains without contains": { type: "array", minContains: 2, maxContains: 3 },
  "unevaluated members and items of any kind": { type: "object", unevaluatedProperties: true, unevaluatedItems: true },
};

const earlier = new Ajv({ strict: false });

/** Keywords of drafts before 2020-12. */
const EARLIER: Readonly<Record<string, object>> = {
  tuples: {
    type: "array",
    items: [{ type: "integer" }, { type: "string" }],
    additionalItems: { type: "null" },
    minItems: 1,
  },
  "closed tuples": { type: "array", items: [{ type: "integer" }], additionalItems: false },
  dependencies: {
    type: "object",
    properties: { a: {}, b: { type: "integer" }, c: {} },
    dependencies: { a: ["b"], b: { properties: { b: { minimum: 10 } } } },
  },
  definitions: {
    definitions: { id: { type: "integer" } },
    type: "array",
    items: { $ref: "#/definitions/id" },
  },
};

function expectValid(schema: object, accepts: (value: unknown) => boolean): void {
  const valid = fc.property(arbitraryOf(schema), (value) => {
    expect(accepts(JSON.parse(JSON.stringify(value))), JSON.stringify(value)).toBe(true);
  });
  fc.assert(valid, { numRuns: 300, seed: 1 });
}

describe("arbitraryOf, for keywords that assert nothing", () => {
  it.each(Object.entries(PASSED_OVER))("ignores %s", (_name, schema) => {
    expectValid(schema, strictAjv({ strict: false, validateFormats: false }).compile(schema));
  });

  it('refuses an unknown format if unknownFormats is "refuse"', () => {
    const schema = { type: "array", items: { type: "string", format: "color" } };
    const refuse = { unknownFormats: "refuse" } as const;
    expect(fc.sample(arbitraryOf(schema), 5)).toHaveLength(5);
    expect(() => arbitraryOf(schema, refuse)).toThrow('"format" at "/items"');
    expect(() => arbitraryOf({ type: "integer", format: "money" }, refuse)).toThrow('"money" is none of');
    expect(() => arbitraryOf({ type: "string", format: "uuid" }, refuse)).not.toThrow();
  });
});

describe("arbitraryOf, for earlier drafts of JSON Schema", () => {
  it.each(Object.entries(EARLIER))("supports %s", (_name, schema) => {
    expectValid(schema, earlier.compile(schema));
  });

  it("supports a boolean exclusiveMinimum", () => {
    const drawn = fc.sample(arbitraryOf({ type: "integer", minimum: 3, exclusiveMinimum: true, maximum: 5 }), 50);
    expect(new Set(drawn)).toEqual(new Set([4, 5]));
  });
});
