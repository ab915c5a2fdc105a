import { atlas, bindContract, exampleOf, type JsonSchema, neutral, recordId } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryOf } from "../arbitraries/arbitrary-of.ts";
import { type Mutant, mutantsOf } from "./mutants-of.ts";

const validator = createValidator();
const operations = [neutral, atlas].flatMap((profile) =>
  bindContract(profile).operations.flatMap(({ id, routes }) => {
    // Most operations have the same body in both versions.
    const forms = new Set(routes.flatMap(({ body }) => (body ? [body.schema] : [])));
    return [...forms].map((schema) => [`${id} (${profile.name}, ${schema.title ?? "a list"})`, schema] as const);
  }),
);
const cells = (mutants: readonly Mutant[]): string[] =>
  mutants.map(({ certificate: { pointer, keyword, side } }) => `${pointer}:${keyword} ${side}`);
const sides = (schema: JsonSchema, base: unknown): string[] =>
  cells(mutantsOf({ operation: "x", schema, base }).mutants);

/** Required members that the schema describes elsewhere. */
const named = (...names: string[]): JsonSchema => ({
  properties: Object.fromEntries(names.map((name) => [name, {}])),
  required: names,
});

/** PLUMBLINE_FULL tries more. */
const BASES = process.env["PLUMBLINE_FULL"] === undefined ? 8 : 40;

describe("mutantsOf", () => {
  it.each(operations)("has no defect in %s, for any base", (operation, schema) => {
    for (const base of [exampleOf(schema), ...fc.sample(arbitraryOf(schema), { numRuns: BASES, seed: 2 })]) {
      const { mutants, defects } = mutantsOf({ operation, schema, base });
      expect(defects).toEqual([]);
      expect(mutants.length).toBeGreaterThan(1);
      expect(new Set(cells(mutants)).size).toBe(mutants.length);
    }
  });

  it("mutates a member only where it is present", () => {
    const list: JsonSchema = { type: "array" };
    const schema: JsonSchema = {
      type: "object",
      properties: { a: list, b: list },
      not: { properties: { a: {}, b: {} }, required: ["a", "b"] },
    };
    const { mutants, defects } = mutantsOf({ operation: "x", schema, base: { a: [] } });
    expect(defects).toEqual([]);
    expect(cells(mutants)).toContain("/a:type an object");
    expect(cells(mutants).filter((cell) => cell.startsWith("/b"))).toEqual([]);
    expect(sides(schema, { b: [] })).toContain("/b:type an object");
  });

  it.each<[string, JsonSchema, unknown, string]>([
    [
      "a dependent member",
      { type: "object", properties: { a: {}, b: {} }, dependentRequired: { a: ["b"] } },
      { a: 1, b: 2 },
      ":dependentRequired a without b",
    ],
    [
      "alternatives",
      { type: "object", properties: { a: {}, b: {} }, anyOf: [named("a"), named("b")] },
      { a: 1 },
      ":anyOf none of a, b",
    ],
    [
      "an exclusion",
      { type: "object", properties: { a: {}, b: {} }, not: named("a", "b") },
      { a: 1 },
      ":not a and b together",
    ],
    [
      "a condition",
      {
        type: "object",
        properties: { a: { enum: ["x", "y"] }, b: {} },
        allOf: [
          {
            if: { properties: { a: { enum: ["x"] } }, required: ["a"] },
            // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits a schema.
            then: named("b"),
          },
        ],
      },
      { a: "x", b: 1 },
      "/b:required absent",
    ],
    [
      "a value of a map",
      { type: "object", additionalProperties: { type: "integer", maximum: 5 } },
      { k: 1 },
      "/k:maximum above",
    ],
    ["one of two types", { type: ["object", "boolean"] }, true, ":type a word"],
  ])("breaks %s", (_name, schema, base, wanted) => {
    const { mutants, defects } = mutantsOf({ operation: "x", schema, base });
    expect(defects).toEqual([]);
    expect(cells(mutants)).toContain(wanted);
  });

  it("breaks the type of a bounded integer with a fraction inside the bounds", () => {
    expect(sides({ type: "integer", minimum: 1_000 }, 1_000)).toContain(":type a fraction");
  });

  it.each(operations)("writes texts for %s that are invalid for the stated reason", (operation, schema) => {
    for (const { certificate, text } of mutantsOf({ operation, schema, base: exampleOf(schema) }).mutants) {
      const keywords = validator.violations(schema, JSON.parse(text)).map(({ keyword }) => keyword);
      expect(keywords).toContain(certificate.keyword);
    }
  });

  it.each<[string, JsonSchema, unknown, readonly string[]]>([
    [
      "minimum and maximum",
      { type: "integer", minimum: 1, maximum: 5 },
      3,
      [":minimum below", ":maximum above", ":type a fraction"],
    ],
    ["fractions", { type: "number", minimum: 0, maximum: 1 }, 0.5, [":minimum below", ":maximum above"]],
    ["32 bits", { type: "integer", format: "int32" }, 3, [":format above", ":format below"]],
    [
      "64 bits",
      { type: "integer", format: "int64", minimum: 0 },
      3,
      [":format above", ":minimum below", ":minimum far below"],
    ],
    [
      "lengths",
      { type: "string", minLength: 2, maxLength: 3 },
      "ab",
      [":minLength below", ":minLength empty", ":maxLength above", ":maxLength twice"],
    ],
    [
      "ids",
      recordId,
      "32b6e34b3d91647abb20e7b8",
      [":minLength below", ":maxLength above", ":pattern g at the end", ":pattern in upper case"],
    ],
    [
      "enums",
      { type: "string", enum: ["A", "B"] },
      "A",
      [":enum an unknown word", ":enum a value with more letters", ":type an object"],
    ],
    ["enums of numbers", { type: "integer", enum: [3, 5, 7] }, 3, [":enum above", ":enum below"]],
    ["constants", { type: "string", const: "A" }, "A", [":const an unknown word"]],
    [
      "dates",
      { type: "string", format: "date-time" },
      "2025-01-01T00:00:00Z",
      [":format 30 February", ":format month 13"],
    ],
    ["IP addresses", { type: "string", format: "ipv4" }, "1.2.3.4", [":format octet 256"]],
    ["email addresses", { type: "string", format: "email" }, "a@example.com", [":format two @"]],
    ["URLs", { type: "string", format: "uri" }, "https://example.com/", [":format no scheme"]],
    [
      "lists",
      { type: "array", items: { type: "object", required: ["a"], properties: { a: {} } }, minItems: 1, maxItems: 2 },
      [{ a: 1 }],
      [":minItems below", ":maxItems above", ":type an object", "/0/a:required absent"],
    ],
  ])("breaks %s on every side, without a defect", (_name, schema, base, wanted) => {
    const { mutants, defects } = mutantsOf({ operation: "x", schema, base });
    expect(defects).toEqual([]);
    expect(cells(mutants)).toEqual(expect.arrayContaining([...wanted]));
  });

  it("avoids values that a lenient reader accepts: null for an optional member, scalars as other scalars", () => {
    const schema: JsonSchema = {
      type: "object",
      properties: { flag: { type: "boolean" }, count: { type: "integer" }, name: { type: "string" } },
      required: ["count"],
    };
    const { mutants } = mutantsOf({ operation: "x", schema, base: { count: 1 } });
    const values = (pointer: string) =>
      mutants
        .filter(({ certificate }) => certificate.pointer === pointer && certificate.keyword === "type")
        .map(({ certificate }) => certificate.value);
    expect(values("/flag")).toEqual(["plumbline", {}, []]);
    expect(values("/count")).toEqual(["plumbline", 1.5, {}, [], null]);
    expect(values("/name")).toEqual([{}, []]);
  });

  it("has no faults inside suggested schemas", () => {
    const schema: JsonSchema = {
      type: "object",
      properties: { a: { "x-suggested": { type: "integer", minimum: 3 } } },
    };
    expect(sides(schema, { a: 4 }).filter((side) => side.startsWith("/a"))).toEqual([]);
  });

  it("counts a wrong notification type as a SHOULD and its wrong members as a MUST", () => {
    const schema = bindContract(neutral).operation("createAlertConfig").body?.schema ?? {};
    const base = { eventTypeName: "X", notifications: [{ typeName: "MONITORING_PLATFORM", delayMin: 5 }] };
    const { mutants } = mutantsOf({ operation: "createAlertConfig", schema, base });
    const levels = new Map(
      mutants.map(({ certificate }) => [`${certificate.pointer}:${certificate.keyword}`, certificate.level]),
    );
    expect(levels.get("/notifications/0:discriminator")).toBe("SHOULD");
    expect(levels.get("/notifications/0:type")).toBe("SHOULD");
    expect(levels.get("/notifications/0/delayMin:type")).toBe("MUST");
    expect(levels.get("/notifications:type")).toBe("MUST");
    expect(levels.get("/eventTypeName:required")).toBe("MUST");
  });

  it("returns nothing for an invalid base", () => {
    expect(mutantsOf({ operation: "x", schema: { type: "integer" }, base: "no" })).toEqual({
      mutants: [],
      defects: [],
    });
  });

  it("counts a fault that it cannot prove as a defect, and does not send it", () => {
    // Both keywords have the same effect here, so neither can be broken alone.
    const schema: JsonSchema = { type: "integer", minimum: 1, maximum: 5, enum: [1, 2, 3, 4, 5] };
    const { mutants, defects } = mutantsOf({ operation: "x", schema, base: 2 });
    expect(defects.map(({ keyword }) => keyword)).toContain("minimum");
    expect(mutants.every(({ certificate }) => certificate.keyword === "type")).toBe(true);
  });
});
