import fc from "fast-check";
import { expect, it } from "vitest";
import { SAMPLE } from "../sample.test-support.ts";
import { jsonLines, linesOfItems } from "./json-lines.ts";

it("counts the lines of any JSON value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(jsonLines(value)).toBe(JSON.stringify(value, null, 2).split("\n").length);
    }),
  );
});

it("finds the line of every item", () => {
  const lines = JSON.stringify(SAMPLE, null, 2).split("\n");
  const found = linesOfItems(SAMPLE, "verdicts");
  expect(found).toHaveLength(SAMPLE.verdicts.length);
  for (const [index, line] of found.entries()) {
    expect(lines[line - 1]).toBe("    {");
    expect(lines[line]).toContain(`"check": "${SAMPLE.verdicts[index]?.check}"`);
  }
});

it("leaves out what JSON leaves out", () => {
  expect(linesOfItems({ a: undefined, b: {}, c: [1, { d: undefined }, 2] }, "c")).toEqual([4, 5, 6]);
  expect(linesOfItems({}, "c")).toEqual([]);
});
