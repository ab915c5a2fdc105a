import type { JsonSchema } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { isSuggested } from "./suggested.ts";

const text: JsonSchema = { type: "string", minLength: 3 };
const schema: JsonSchema = {
  type: "object",
  required: ["name"],
  properties: {
    name: text,
    "a/b": { ...text, "x-level": "SHOULD" },
    list: { type: "array", items: { type: "object", "x-level": "SHOULD", not: {}, properties: { name: text } } },
  },
  allOf: [{ required: ["form"], "x-level": "SHOULD" }],
};
const found = (keyword: string, pointer: string) => ({ keyword, pointer, expected: "", received: "" });

it.each([
  ["minLength", "/a~1b", true],
  ["required", "/form", true],
  ["not", "/list/0", true],
  ["type", "/a~1b", false],
  ["required", "/name", false],
  ["minLength", "/name", false],
  ["minLength", "/list/0/name", false],
  ["required", "/list/0/form", false],
])("isSuggested, for %s at %s: %s", (keyword, pointer, expected) => {
  expect(isSuggested(schema, found(keyword, pointer))).toBe(expected);
});
