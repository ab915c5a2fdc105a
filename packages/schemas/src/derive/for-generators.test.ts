import { describe, expect, it } from "vitest";
import { bindContract } from "../bind.ts";
import { neutral } from "../profiles/neutral.ts";
import { openApiDocument } from "./openapi.ts";
import { toOpenApi30 } from "./openapi-30.ts";
import { plain } from "./plain.ts";
import { withNullable } from "./with-nullable.ts";

const newest = openApiDocument(bindContract(neutral), { versions: ["1.0", "2"] });
const DOCUMENTS: readonly (readonly [string, object])[] = [
  ["3.1", plain(newest)],
  ["3.0", plain(toOpenApi30(newest))],
];

/** Every object in a value, with its name. */
function inside(value: unknown, name = ""): readonly (readonly [string, Readonly<Record<string, unknown>>])[] {
  if (Array.isArray(value)) return value.flatMap((one) => inside(one, name));
  if (typeof value !== "object" || value === null) return [];
  const own = value as Readonly<Record<string, unknown>>;
  return [[name, own], ...Object.entries(own).flatMap(([key, inner]) => inside(inner, key))];
}

describe.each(DOCUMENTS)("the document for client generators, as OpenAPI %s", (_version, document) => {
  const all = inside(document);

  it("lists single statuses, with the usual ones for success", () => {
    const responses = all.filter(([name]) => name === "responses").map(([, codes]) => Object.keys(codes));
    const stated = responses.filter((codes) => codes.some((code) => code === "default" || /^\d/.test(code)));
    expect(stated.length).toBeGreaterThan(70);
    expect(stated.flat().filter((code) => !/^(\d{3}|default)$/.test(code))).toEqual([]);
    expect(stated.filter((codes) => !codes.some((code) => code.startsWith("2")))).toEqual([]);
    expect(stated.filter((codes) => codes.includes("201")).length).toBeGreaterThan(70);
  });

  it("contains every component that it refers to", () => {
    const references = all.flatMap(([, { $ref }]) => (typeof $ref === "string" ? [$ref] : []));
    const lost = [...new Set(references)].filter((reference) => {
      const names = reference.split("/").slice(1);
      return names.reduce<unknown>((part, name) => Object(part)[name], document) === undefined;
    });
    expect(lost).toEqual([]);
  });
});

describe("null in an OpenAPI 3.0 document", () => {
  it("is never an alternative, but nullable beside a type", () => {
    const all = inside(DOCUMENTS[1]?.[1]);
    expect(all.filter(([, schema]) => JSON.stringify(schema["enum"]) === "[null]")).toEqual([]);
    const nullable = all.filter(([, schema]) => schema["nullable"] === true).map(([, schema]) => schema);
    expect(nullable.length).toBeGreaterThan(25);
    expect(nullable.filter(({ type }) => typeof type !== "string")).toEqual([]);
  });

  const NULL = { type: "object", nullable: true, enum: [null] };
  it.each<[string, object, object]>([
    ["a type", { type: "string", maxLength: 3 }, { type: "string", maxLength: 3, nullable: true }],
    ["values", { type: "string", enum: ["a"] }, { type: "string", enum: ["a", null], nullable: true }],
    [
      "alternatives",
      { anyOf: [{ type: "string" }, { type: "integer" }] },
      {
        anyOf: [
          { type: "string", nullable: true },
          { type: "integer", nullable: true },
        ],
      },
    ],
    [
      "a schema that excludes null",
      { type: "object", allOf: [{ type: "object" }] },
      {
        anyOf: [
          { type: "object", allOf: [{ type: "object" }] },
          { ...NULL, enum: undefined, not: { type: "object" } },
        ],
      },
    ],
  ])("is merged into %s", (_what, schema, expected) => {
    const document = { components: { schemas: { A: { properties: { a: { anyOf: [schema, NULL] } } } } } };
    expect(withNullable(document)).toEqual({ components: { schemas: { A: { properties: { a: expected } } } } });
  });

  it("turns a reference into its own component, even a recursive one", () => {
    const schemas = { A: { type: "object", properties: { a: { anyOf: [{ $ref: "#/components/schemas/A" }, NULL] } } } };
    const own = { $ref: "#/components/schemas/AOrNull" };
    expect(withNullable({ components: { schemas } })).toEqual({
      components: {
        schemas: {
          A: { type: "object", properties: { a: own } },
          AOrNull: { type: "object", properties: { a: own }, nullable: true },
        },
      },
    });
  });
});
