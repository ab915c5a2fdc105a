import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { gzip } from "./gzip.ts";

const text = (packed: Buffer): string => gunzipSync(packed).toString();

it("gives back any parts, in order", () => {
  const long = fc.tuple(fc.string({ unit: "grapheme", minLength: 1 }), fc.constantFrom(1, 1_000, 300_000));
  const part = long.map(([word, times]) => word.repeat(Math.ceil(times / word.length)));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      expect(text(gzip(parts))).toBe(parts.join(""));
    }),
    { numRuns: 50 },
  );
});

it("of nothing is nothing", () => {
  expect(text(gzip([]))).toBe("");
});

it("is little larger than a text that is packed at once", () => {
  const parts = Array.from(
    { length: 30_000 },
    (_, at) => `{"id":"x${at}","status":${200 + (at % 300)},"body":"as usual"}`,
  );
  expect(gzip(parts).length).toBeLessThan(1.05 * gzip([parts.join("")]).length);
});
