import { expect, it } from "vitest";
import { Members } from "./members.ts";

const text = { type: "string" } as const;

it("Members finds a member in any alternative or part, and its nested members", () => {
  const members = new Members([
    { properties: { id: text }, oneOf: [{ properties: { inner: { properties: { a: text } } } }] },
    {
      else: { properties: { inner: { properties: { b: text } }, list: { items: { properties: { c: text } } } } },
    },
  ]);
  expect([members.open, members.of("id") === undefined, members.of("toString")]).toEqual([false, false, undefined]);
  const inner = members.of("inner");
  expect(["a", "b", "c"].map((name) => inner?.of(name) !== undefined)).toEqual([true, true, false]);
  expect(members.of("list")?.items?.of("c")).toBeDefined();
  expect(members.of("inner")).toBe(inner);
});

it.each([
  ["a schema without members", [{ type: "object" }], true],
  ["a schema with any additional members", [{ properties: { a: text } }, { additionalProperties: text }], true],
  ["a schema without additional members", [{ properties: { a: text }, additionalProperties: false }], false],
] as const)("Members.open for %s", (_what, schemas, open) => {
  expect(new Members(schemas).open).toBe(open);
  expect(new Members(schemas).items).toBeUndefined();
});
