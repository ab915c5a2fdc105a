import { expect, test } from "vitest";
import { stableIds } from "./stable-id.ts";

const change = { place: "reference/a.ts", operator: "EqualityOperator", original: "a < b", replacement: "a <= b" };

test("an id is made of the file and the change alone", () => {
  const other = { ...change, original: "c < d" };
  expect(stableIds([change])).toEqual(["reference/a.ts#b0a0e9dfa5"]);
  expect(stableIds([other, change])[1]).toBe(stableIds([change])[0]);
});

test("equal changes in one file are told apart by their order, and those of other files do not count", () => {
  const elsewhere = { ...change, place: "reference/b.ts" };
  const [first, away, second] = stableIds([change, elsewhere, change]);
  expect([first]).toEqual(stableIds([change]));
  expect([away]).toEqual(stableIds([elsewhere]));
  expect(second).not.toBe(first);
});

test("operator, original and replacement each make another id", () => {
  const ids = stableIds([
    change,
    { ...change, operator: "ConditionalExpression" },
    { ...change, original: "a > b" },
    { ...change, replacement: "a >= b" },
  ]);
  expect(new Set(ids).size).toBe(4);
});
