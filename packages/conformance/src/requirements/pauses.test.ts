import { expect, it } from "vitest";
import { pauseAfter, secondsOf } from "./pauses.ts";

it("begins with a fraction of a second and never waits longer than five", () => {
  expect([0, 1, 4, 5, 30].map(pauseAfter)).toEqual([250, 500, 4_000, 5_000, 5_000]);
  expect(secondsOf(2)).toBe(1);
  expect(secondsOf(40)).toBe(183);
});
