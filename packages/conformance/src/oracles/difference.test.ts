import { expect, it } from "vitest";
import { difference } from "./difference.ts";

it.each<[unknown, unknown, string]>([
  [1, 2, "1 in one and 2 in the other"],
  [{ a: { b: 1 } }, { a: { b: 2 } }, "1 in one and 2 in the other, at /a/b"],
  [{ a: { b: 1 } }, { a: null }, '{"b":1} in one and null in the other, at /a'],
  [{ a: null }, { a: [1] }, "null in one and [1] in the other, at /a"],
])("difference of %j and %j names the first difference", (one, other, words) => {
  expect(difference(one, other)).toBe(words);
});
