import { expect, it } from "vitest";
import { readDuration } from "./duration.ts";

it.each([
  [0, 0],
  [1_500, 1_500],
  ["PT1S", 1_000],
  ["PT0.5S", 500],
  ["PT0,5S", 500],
  ["PT1H30M", 5_400_000],
  ["P2D", 172_800_000],
  ["P1W", 604_800_000],
  ["P1DT1S", 86_401_000],
])("%j is a duration", (value, milliseconds) => {
  expect(readDuration(value)).toBe(milliseconds);
});

it.each([
  -1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  "",
  "P",
  "PT",
  "P1DT",
  "1h",
  "60000",
  "P1M",
  "P1Y",
  "-PT1S",
  "PT1S ",
  null,
  true,
  {},
])("%j is none", (value) => {
  expect(readDuration(value)).toBeUndefined();
});
