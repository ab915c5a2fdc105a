import fc from "fast-check";
import { expect, it } from "vitest";
import { ownText } from "./own-text.ts";

it("ownText returns an equal text, even with half a surrogate pair", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(ownText(text)).toBe(text);
    }),
  );
  expect(ownText("a\ud83dé")).toBe("a\ud83dé");
});
