import { expect, it } from "vitest";
import { counted, duration } from "./words.ts";

it.each([
  [0, "0 checks"],
  [1, "1 check"],
  [1190, "1,190 checks"],
])("counts %i", (count, words) => {
  expect(counted(count, "check")).toBe(words);
});

it.each([
  [12.4, "12 ms"],
  [999.4, "999 ms"],
  [999.6, "1.0 s"],
  [1500, "1.5 s"],
  [59_940, "59.9 s"],
  [59_960, "1 min 0 s"],
  [61_234, "1 min 1 s"],
  [119_900, "2 min 0 s"],
])("writes %f ms in words", (milliseconds, words) => {
  expect(duration(milliseconds)).toBe(words);
});
