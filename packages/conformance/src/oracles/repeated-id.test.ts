import { expect, test } from "vitest";
import { repeatedId } from "./repeated-id.ts";

test("names the id that two items have", () => {
  expect(repeatedId([{ id: "a" }, { id: "b" }, { id: "a" }])).toBe("a");
});

test("says nothing of items that have an id each, or show none", () => {
  expect(repeatedId([])).toBeUndefined();
  expect(repeatedId([{ id: "a" }, { id: "b" }])).toBeUndefined();
  expect(repeatedId([{}, {}, { id: null }, { id: null }, "a", "a"])).toBeUndefined();
});
