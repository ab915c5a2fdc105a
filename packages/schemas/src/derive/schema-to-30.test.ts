import { describe, expect, it } from "vitest";
import { bindContract } from "../bind.ts";
import { neutral } from "../profiles/neutral.ts";
import { openApiDocument } from "./openapi.ts";
import { toOpenApi30 } from "./openapi-30.ts";
import { schemaTo30 } from "./schema-to-30.ts";

describe("schemaTo30", () => {
  it.each([
    [{ type: ["string", "null"] }, { type: "string", nullable: true }],
    [
      { anyOf: [{ $ref: "#/a" }, { type: "null" }] },
      { anyOf: [{ $ref: "#/a" }, { type: "object", nullable: true, enum: [null] }] },
    ],
    [
      { type: "object", propertyNames: { minLength: 1 } },
      { type: "object", "x-propertyNames": { minLength: 1 } },
    ],
    [{ type: ["string", "integer"] }, { anyOf: [{ type: "string" }, { type: "integer" }] }],
    [
      { type: "string", const: "A" },
      { type: "string", enum: ["A"] },
    ],
    [
      { type: "string", examples: ["a", "b"] },
      { type: "string", example: "a" },
    ],
    [
      { type: "number", exclusiveMinimum: 0 },
      { type: "number", minimum: 0, exclusiveMinimum: true },
    ],
    [
      { type: "number", exclusiveMaximum: 9 },
      { type: "number", maximum: 9, exclusiveMaximum: true },
    ],
    [{ $id: "urn:x", $schema: "y", type: "object" }, { type: "object" }],
    [{ enum: ["a", null] }, { enum: ["a", null], nullable: true }],
    [
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits a schema.
      { type: "object", if: { required: ["a"] }, then: { required: ["b"] }, required: ["c"] },
      { type: "object", "x-if": { required: ["a"] }, "x-then": { required: ["b"] }, required: ["c"] },
    ],
    [{ dependentRequired: { a: ["b"] } }, { "x-dependentRequired": { a: ["b"] } }],
    [
      { properties: { examples: { type: "string", const: "A" } } },
      { properties: { examples: { type: "string", enum: ["A"] } } },
    ],
    [{ items: { oneOf: [{ const: 1 }] } }, { items: { oneOf: [{ enum: [1] }] } }],
    [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/A" }],
  ])("turns %j into %j", (schema, expected) => {
    expect(schemaTo30(schema)).toEqual(expected);
  });

  it("leaves no keyword of 3.1 in the document, and keeps examples", () => {
    const document = openApiDocument(bindContract(neutral));
    const converted = toOpenApi30(document);
    expect(converted.openapi).toBe("3.0.3");
    const text = JSON.stringify(converted, (name, value) =>
      name === "example" || name.startsWith("x-") ? undefined : value,
    );
    for (const word of [
      '"const":',
      '"examples":',
      '"if":',
      '"then":',
      '"dependentRequired":',
      '"propertyNames":',
      '"$schema":',
      '"type":[',
    ])
      expect(text).not.toContain(word);
    const examples = (value: unknown): string[] =>
      JSON.stringify(value).match(/"application\/[^"]+":\{"schema":\{[^{}]*\},"example":\{[^{}]*\}/g) ?? [];
    expect(examples(converted).length).toBeGreaterThan(20);
    expect(examples(converted)).toEqual(examples(document));
  });
});
