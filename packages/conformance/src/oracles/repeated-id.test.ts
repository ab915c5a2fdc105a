import { expect, test } from "vitest";
import { repeatedId } from "./repeated-id.ts";

test("repeatedId returns the id that two items share", () => {
  expect(repeatedId([{ id: "a" }, { id: "b" }, { id: "a" }])).toBe("a");
});

test("repeatedId returns nothing for unique or absent ids", () => {
  expect(repeatedId([])).toBeUndefined();
  expect(repeatedId([{ id: "a" }, { id: "b" }])).toBeUndefined();
  expect(repeatedId([{}, {}, { id: null }, { id: null }, "a", "a"])).toBeUndefined();
});
