import fc from "fast-check";
import { expect, it } from "vitest";
import { wrapped } from "./wrapped.ts";

it("keeps every word in order and no line longer than asked", () => {
  const words = fc.array(
    fc.string({ minLength: 1, maxLength: 30 }).map((word) => word.replaceAll(" ", "_")),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(words, fc.integer({ min: 5, max: 40 }), (all, width) => {
      const lines = wrapped(all.join(" "), width);
      expect(lines.join("").replaceAll(" ", "")).toBe(all.join(""));
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
    }),
  );
});

it("breaks between words where it can", () => {
  expect(wrapped("one two three", 8)).toEqual(["one two", "three"]);
  expect(wrapped("", 8)).toEqual([""]);
});
