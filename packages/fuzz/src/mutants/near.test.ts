import { bindContract, exampleOf, type JsonSchema, neutral } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { describe, expect, it } from "vitest";
import { openMisses, statedMisses } from "./near.ts";

const validator = createValidator();
const bodies = bindContract(neutral).operations.flatMap(({ id, body }) =>
  body?.mediaType === "application/json" ? [[id, body.schema] as const] : [],
);
const nothing = (): boolean => false;
const id: JsonSchema = { type: "string", minLength: 4, maxLength: 4, pattern: "^[a-f0-9]{4}$", examples: ["ab12"] };

describe("near misses", () => {
  it.each(bodies)("of %s are invalid at each of their places", (_operation, schema) => {
    const base = exampleOf(schema);
    for (const { faults, text } of statedMisses(schema, base, nothing)) {
      const broken = validator.violations(schema, JSON.parse(text)).map(({ pointer }) => pointer);
      expect(broken).toEqual(expect.arrayContaining(faults.map(({ pointer }) => pointer)));
    }
    for (const { text } of openMisses(schema, base, nothing)) expect(() => JSON.parse(text)).not.toThrow();
  });

  it("affect every place at once, except for values that must stay", () => {
    const schema: JsonSchema = { type: "object", properties: { a: id, b: { type: "array", items: id } } };
    const base = { a: "ab12", b: ["cd34"] };
    const texts = (isLeft = nothing as (value: unknown) => boolean) =>
      new Map(statedMisses(schema, base, isLeft).map(({ side, text }) => [side, text]));
    expect(texts().get("a hyphen before")).toBe('{"a":"-b12","b":["-d34"]}');
    expect(texts().get("a space after")).toBe('{"a":"ab12 ","b":["cd34 "]}');
    expect(texts().get("full-width characters")).toContain("\uff11\uff12");
    expect(texts((value) => value === "ab12").get("a hyphen before")).toBe('{"a":"ab12","b":["-d34"]}');
  });

  it("write numbers in every JSON form, and as text", () => {
    const schema: JsonSchema = { type: "object", properties: { a: { type: "integer" } }, required: ["a"] };
    const texts = openMisses(schema, { a: 7 }, nothing).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['{"a":7e0}', '{"a":7.0}', '{"a":"7"}', '{"a":"\uff17"}']));
  });

  it("of an enum leave letter case and whitespace open, but not a hyphen", () => {
    const schema: JsonSchema = { type: "object", properties: { a: { enum: ["DAYS"], type: "string" } } };
    const sides = (misses: readonly { readonly side: string }[]) => misses.map(({ side }) => side);
    expect(sides(statedMisses(schema, { a: "DAYS" }, nothing))).toContain("a hyphen after");
    expect(sides(openMisses(schema, { a: "DAYS" }, nothing))).toEqual(
      expect.arrayContaining(["another letter case", "a line break after", "full-width characters"]),
    );
  });
});
