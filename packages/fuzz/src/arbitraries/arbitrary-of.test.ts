import { bindContract, clusterName, type JsonSchema, neutral, recordId } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import { arbitraryOf } from "./arbitrary-of.ts";

const validator = createValidator();
const contract = bindContract(neutral);
const bodies = contract.operations.flatMap(({ id, body }) => (body ? [[`body of ${id}`, body.schema] as const] : []));
const results = contract.operations.flatMap(({ id, result }) =>
  result && "schema" in result ? [[`result of ${id}`, result.schema] as const] : [],
);
/** Operations share resources: each schema once, by its content. */
const schemas = [
  ...new Map(
    [...bodies, ...results].map(([name, schema]) => [JSON.stringify(schema), [name, schema] as const]),
  ).values(),
];

describe("arbitraryOf", () => {
  it("is asked for every resource of the slice", () => {
    expect(schemas.length).toBeGreaterThan(8);
  });

  it.each(schemas)("draws only valid values for the %s", (_name, schema) => {
    for (const value of fc.sample(arbitraryOf(schema), { numRuns: 2_000, seed: 1 })) {
      const violations = validator.violations(schema, JSON.parse(JSON.stringify(value)));
      expect(violations, JSON.stringify(value)).toEqual([]);
    }
  });

  it.each<[string, JsonSchema, (value: unknown) => unknown, readonly unknown[]]>([
    ["integers", { type: "integer", minimum: 1, maximum: 500 }, (value) => value, [1, 2, 499, 500]],
    ["32-bit integers", { type: "integer", format: "int32" }, (value) => value, [-(2 ** 31), 2 ** 31 - 1, 0]],
    ["numbers", { type: "number", minimum: -0.5, maximum: 9.5 }, (value) => value, [-0.5, 9.5]],
    ["texts", { type: "string", minLength: 2, maxLength: 200 }, (value) => [...String(value)].length, [2, 3, 199, 200]],
    [
      "lists",
      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 7 },
      (value) => (value as unknown[]).length,
      [1, 7],
    ],
    ["cluster names", clusterName, (value) => String(value).length, [1, 64]],
    ["ids", recordId, (value) => String(value).length, [24]],
    ["alternatives of type", { type: ["null", "boolean"] }, (value) => value, [null, true, false]],
  ])("really draws the edges of %s", (_name, schema, measure, edges) => {
    const seen = new Set(fc.sample(arbitraryOf(schema), { numRuns: 600, seed: 7 }).map(measure));
    for (const edge of edges) expect(seen).toContain(edge);
  });

  it("draws the same values from the same seed, prose included", () => {
    const draw = () => fc.sample(arbitraryOf({ type: "string" }), { numRuns: 50, seed: 3 });
    expect(draw()).toEqual(draw());
  });

  it("draws any JSON where nothing is said, and what is suggested where it is", () => {
    expect(fc.sample(arbitraryOf({}), 5)).toHaveLength(5);
    expect(fc.sample(arbitraryOf({ "x-suggested": { const: "x" } }), 1)).toEqual(["x"]);
  });

  it.each<[string, object]>([
    ["allOf", { allOf: [] }],
    ["oneOf", { oneOf: [{}] }],
    ["format", { type: "string", format: "hostname" }],
    ["format", { type: "integer", format: "uint8" }],
    ["format", { type: "string", format: "email", maxLength: 9 }],
    ["additionalProperties", { type: "object", additionalProperties: { type: "string" } }],
    ["required", { type: "object", required: ["nowhere"] }],
  ])("refuses %s that it cannot draw, before drawing", (keyword, schema) => {
    expect(() => arbitraryOf({ type: "array", items: schema as JsonSchema })).toThrow(UnsupportedKeywordError);
    expect(() => arbitraryOf(schema as JsonSchema)).toThrow(`"${keyword}"`);
  });

  it("finds the smallest value that breaks a property", () => {
    const outcome = fc.check(
      fc.property(arbitraryOf({ type: "integer", minimum: 0, maximum: 1_000 }), (value) => Number(value) < 40),
      { seed: 1 },
    );
    expect(outcome.counterexample).toEqual([40]);
  });
});
