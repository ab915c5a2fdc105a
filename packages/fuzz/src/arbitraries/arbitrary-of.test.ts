import {
  atlas,
  bindContract,
  clusterName,
  type JsonSchema,
  neutral,
  type Profile,
  recordId,
  versionLabel,
} from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import { arbitraryOf } from "./arbitrary-of.ts";

const validator = createValidator();
const formsOf = (profile: Profile) =>
  bindContract(profile).operations.flatMap(({ id, routes }) =>
    routes.map((route) => ({ name: `${id} in ${versionLabel(route.version)}, ${profile.name}`, ...route })),
  );
const forms = [neutral, atlas].flatMap(formsOf);
const bodies = forms.flatMap(({ name, body }) => (body ? [[`body of ${name}`, body.schema] as const] : []));
const results = forms.flatMap(({ name, result }) =>
  result && "schema" in result ? [[`result of ${name}`, result.schema] as const] : [],
);
/** Operations share resources, so each schema is tested once, by its content. */
const schemas = [
  ...new Map(
    [...bodies, ...results].map(([name, schema]) => [JSON.stringify(schema), [name, schema] as const]),
  ).values(),
];

describe("arbitraryOf", () => {
  it("is tested with every resource of the contract", () => {
    expect(schemas.length).toBeGreaterThan(8);
  });

  it.each(schemas)("draws only valid values for the %s", (_name, schema) => {
    const valid = fc.property(arbitraryOf(schema), (value) => {
      const violations = validator.violations(schema, JSON.parse(JSON.stringify(value)));
      expect(violations, JSON.stringify(value).slice(0, 2_000)).toEqual([]);
    });
    fc.assert(valid, { numRuns: 200, seed: 1 });
  });

  it("draws 2,000 valid values for every body", () => {
    const distinct = new Map(bodies.map(([name, schema]) => [JSON.stringify(schema), [name, schema] as const]));
    for (const [name, schema] of distinct.values()) {
      const drawn = fc.sample(arbitraryOf(schema), { numRuns: 2_000, seed: 11 });
      expect(drawn.filter((value) => !validator.accepts(schema, value)).length, name).toBe(0);
    }
  });

  it("draws both branches of a condition, and dependent members together", () => {
    const [, restore] = bodies.find(([name]) => name.includes("Restore") && name.includes("create")) ?? [];
    const conditional: JsonSchema = restore ?? {};
    const keys = fc
      .sample(arbitraryOf(conditional), { numRuns: 400, seed: 3 })
      .map((value) => Object.keys(value as object));
    expect(keys.some((names) => names.includes("targetClusterName"))).toBe(true);
    expect(keys.some((names) => !names.includes("targetClusterName"))).toBe(true);
    const dependent: JsonSchema = {
      type: "object",
      properties: { a: { type: "boolean" }, b: { type: "boolean" }, c: { enum: ["x", "y"] } },
      dependentRequired: { a: ["b"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits a schema.
      allOf: [{ if: { properties: { c: { enum: ["x"] } }, required: ["c"] }, then: { required: ["a"] } }],
    };
    const shapes = new Set(
      fc.sample(arbitraryOf(dependent), { numRuns: 300, seed: 3 }).map((value) => {
        const { c = "", ...rest } = value as Record<string, unknown>;
        return Object.keys(rest).sort().join("") + String(c);
      }),
    );
    expect(shapes).toEqual(new Set(["", "b", "ab", "y", "by", "aby", "abx"]));
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
    ["types with alternatives", { type: ["null", "boolean"] }, (value) => value, [null, true, false]],
  ])("draws the limits of %s", (_name, schema, measure, edges) => {
    const seen = new Set(fc.sample(arbitraryOf(schema), { numRuns: 600, seed: 7 }).map(measure));
    for (const edge of edges) expect(seen).toContain(edge);
  });

  it("draws the same values from the same seed", () => {
    const draw = () => fc.sample(arbitraryOf({ type: "string" }), { numRuns: 50, seed: 3 });
    expect(draw()).toEqual(draw());
  });

  it("keeps rules over several members, and draws both alternatives", () => {
    const either: JsonSchema = {
      type: "object",
      properties: { a: { type: "boolean" }, b: { type: "boolean" } },
      anyOf: [
        { properties: { a: {} }, required: ["a"] },
        { properties: { b: {} }, required: ["b"] },
      ],
      not: { properties: { a: {}, b: {} }, required: ["a", "b"] },
    };
    const drawn = fc.sample(arbitraryOf(either), { numRuns: 60, seed: 5 }).map((value) => Object.keys(value as object));
    expect(new Set(drawn.map(String))).toEqual(new Set(["a", "b"]));
  });

  it("draws arbitrary names for a map, including inherited property names", () => {
    const map: JsonSchema = { type: "object", additionalProperties: { type: "boolean" } };
    const names = fc
      .sample(arbitraryOf(map), { numRuns: 100, seed: 5 })
      .flatMap((value) => Object.keys(value as object));
    expect(names).toContain("constructor");
    expect(new Set(names).size).toBeGreaterThan(20);
  });

  it("draws texts of moderate length for an unbounded pattern", () => {
    const version = arbitraryOf({ type: "string", pattern: "[\\d]+\\.[\\d]+" });
    const longest = Math.max(...fc.sample(version, { numRuns: 100, seed: 5 }).map((text) => [...String(text)].length));
    expect(longest).toBeLessThanOrEqual(40);
  });

  it("draws any JSON for an empty schema, and suggested values if there are any", () => {
    expect(fc.sample(arbitraryOf({}), 5)).toHaveLength(5);
    expect(fc.sample(arbitraryOf({ "x-suggested": { const: "x" } }), 1)).toEqual(["x"]);
  });

  it.each<[string, object]>([
    ["contains", { type: "array", contains: {} }],
    ["format", { type: "string", format: "date-time", maxLength: 9 }],
  ])("refuses an unsupported %s before it draws", (keyword, schema) => {
    expect(() => arbitraryOf({ type: "array", items: schema })).toThrow(UnsupportedKeywordError);
    expect(() => arbitraryOf(schema)).toThrow(`"${keyword}"`);
  });

  it("shrinks to the smallest value that breaks a property", () => {
    const outcome = fc.check(
      fc.property(arbitraryOf({ type: "integer", minimum: 0, maximum: 1_000 }), (value) => Number(value) < 40),
      { seed: 1 },
    );
    expect(outcome.counterexample).toEqual([40]);
  });
});
