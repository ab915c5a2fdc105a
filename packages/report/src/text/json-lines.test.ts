import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonLines, linesAt } from "./json-lines.ts";

const SAMPLE = { results: [{ id: "a", "odd/name~": [] }, 7], total: null };
const texts = (lines: Iterable<{ readonly text: string }>): readonly string[] =>
  [...lines].map(({ text }) => text.trim());

it("writes what JSON.stringify writes", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: unknown = JSON.parse(text);
      expect(
        jsonLines(value)
          .map((line) => line.text)
          .join("\n"),
      ).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

it("finds the lines of a value by its JSON pointer", () => {
  const lines = jsonLines(SAMPLE);
  expect(texts(linesAt(lines, "/results/0/odd~1name~0"))).toEqual(['"odd/name~": []']);
  expect(texts(linesAt(lines, "/results/0"))).toEqual(["{", '"id": "a",', '"odd/name~": []', "},"]);
  expect(linesAt(lines, "").size).toBe(lines.length);
});

it("finds the first line of the innermost existing parent of a missing value", () => {
  const lines = jsonLines(SAMPLE);
  expect(texts(linesAt(lines, "/results/0/status"))).toEqual(["{"]);
  expect(texts(linesAt(lines, "/results/9/status"))).toEqual(['"results": [']);
  expect(texts(linesAt(lines, "/none/of/this"))).toEqual(["{"]);
});
