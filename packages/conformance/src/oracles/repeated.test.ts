import { expect, it } from "vitest";
import { repeated } from "./repeated.ts";

it("repeated returns a name that occurs twice, and ignores undefined", () => {
  expect(repeated(["a", "b", "c", "b"])).toBe("b");
  expect(repeated(["a", undefined, undefined, "b"])).toBeUndefined();
  expect(repeated([])).toBeUndefined();
});
