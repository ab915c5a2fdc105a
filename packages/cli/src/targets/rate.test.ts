import { expect, it } from "vitest";
import { requestsPerSecond, timeAt } from "./rate.ts";

it("a rate is one per second, or per minute where it says so", () => {
  expect(["50", "50/s", "100/min", "60/min"].map(requestsPerSecond)).toEqual([50, 50, 100 / 60, 1]);
  for (const text of ["0", "-1", "1.5", "", "100/h", "100 /min", "/min", "a"])
    expect(requestsPerSecond(text), text).toBeUndefined();
});

it("a time is one of seconds while those say something, and then of minutes", () => {
  expect([timeAt(100, 50), timeAt(101, 50), timeAt(1_000, 100 / 60)]).toEqual([
    "up to 2 s",
    "up to 3 s",
    "up to 10 min",
  ]);
});
