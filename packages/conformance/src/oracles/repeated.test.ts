import { expect, it } from "vitest";
import { repeated } from "./repeated.ts";

it("tells a name that stands twice, and takes two without a name for nothing", () => {
  expect(repeated(["a", "b", "c", "b"])).toBe("b");
  expect(repeated(["a", undefined, undefined, "b"])).toBeUndefined();
  expect(repeated([])).toBeUndefined();
});
