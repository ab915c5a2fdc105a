import fc from "fast-check";
import { expect, it } from "vitest";
import { SAMPLE } from "../sample.test-support.ts";
import { jsonByLine, lineOfItems } from "./json-by-line.ts";

it("is the JSON of any document", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (document) => {
      expect(JSON.parse(jsonByLine(document))).toEqual(JSON.parse(JSON.stringify(document)));
    }),
  );
});

it("writes each item of a list on a line of known number", () => {
  const lines = jsonByLine(SAMPLE).split("\n");
  const first = lineOfItems(SAMPLE, "verdicts");
  for (const [index, verdict] of SAMPLE.verdicts.entries())
    expect(lines[first - 1 + index]).toContain(`{"check":"${verdict.check}"`);
});

it("leaves out what JSON leaves out, and writes what is empty on one line", () => {
  const document = { a: undefined, b: {}, e: [], c: [1, { d: undefined }, 2] };
  expect(jsonByLine(document)).toBe('{\n"b": {},\n"e": [],\n"c": [\n1,\n{},\n2\n]\n}\n');
  expect(lineOfItems(document, "c")).toBe(5);
  expect(jsonByLine({})).toBe("{}\n");
});
