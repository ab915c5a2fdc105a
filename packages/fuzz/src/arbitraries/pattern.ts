import type { JsonSchema } from "@plumbline/schemas";
import fc from "fast-check";

/** Letters that the contract's patterns are made of, tried for words of an exact length. */
const LETTERS = ["a", "0", "A", "Z", "9", "f"];

/** Characters drawn beyond the least number where the schema states no most: a pattern alone may allow millions. */
const SOME = 40;

/** Words of a pattern within the declared lengths, the shortest and the longest ones drawn on purpose. */
export function patternArbitrary(schema: JsonSchema & { readonly pattern: string }): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = minLength + SOME } = schema;
  const expression = new RegExp(schema.pattern, "u");
  const fits = (text: string): boolean => text.length >= minLength && text.length <= maxLength;
  // The one filter of this package: lengths are bounded by the engine first, so only too short words are thrown away.
  const drawn = fc.stringMatching(expression, { maxLength, size: "max" }).filter(fits);
  const edges = [minLength, maxLength]
    .flatMap((length) => LETTERS.map((letter) => letter.repeat(length)))
    .filter((word) => fits(word) && expression.test(word));
  return edges.length === 0
    ? drawn
    : fc.oneof({ weight: 6, arbitrary: drawn }, { weight: 1, arbitrary: fc.constantFrom(...edges) });
}
