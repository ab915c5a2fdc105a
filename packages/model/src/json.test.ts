import fc from "fast-check";
import { expect, it } from "vitest";
import { agree, hashOf } from "./json.ts";

it("agree is true for two forms of the same value", () => {
  for (const [one, other] of [
    ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.678Z"],
    ["2026-01-02T03:04:05Z", "2026-01-02T05:04:05+02:00"],
    [
      { a: 1, b: 2 },
      { b: 2, c: 3 },
    ],
    [
      [{ id: "1" }, { id: "2" }],
      [{ id: "2", more: 1 }, { id: "1" }],
    ],
    [null, "what may be absent"],
  ] as const) {
    expect(agree(one, other)).toBe(true);
    expect(agree(other, one)).toBe(true);
  }
});

it("agree is false for different values", () => {
  for (const [one, other] of [
    ["2026-01-02T03:04:05Z", "2026-01-02T03:04:06Z"],
    ["a", "b"],
    [1, "1"],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
    [
      [1, 1, 2],
      [1, 2, 2],
    ],
    [[1], [1, 1]],
    [{}, []],
    [true, false],
  ] as const) {
    expect(agree(one, other)).toBe(false);
    expect(agree(other, one)).toBe(false);
  }
});

it("agree is true for a copy of any JSON value, and equal texts have equal hashes", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy: unknown = JSON.parse(JSON.stringify(value));
      expect(agree(value, copy)).toBe(true);
      expect(hashOf(JSON.stringify(value))).toBe(hashOf(JSON.stringify(copy)));
    }),
  );
  const texts = Array.from({ length: 20_000 }, (_, at) => `{"id":"${at}","enabled":${at % 2 === 0}}`);
  expect(new Set(texts.map(hashOf)).size).toBe(texts.length);
});
