import fc from "fast-check";
import { type Automaton, automatonOf } from "../automata/automaton.ts";
import { UnsupportedPatternError } from "../automata/unsupported-pattern-error.ts";
import { coveringWords, Words } from "../automata/words.ts";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import type { Keywords } from "./keywords.ts";

/** Characters above the minimum if the schema has no maximum: a pattern alone may allow millions. */
const SOME = 40;
/** More ways than any class has characters, so that each character can be chosen. */
const WAYS = 0xff_ff;

/**
 * Words of a pattern within the declared lengths, from its automaton, so that no word is discarded. Words shrink to the
 * first character of each class and to the shortest length. The arbitrary is biased to the shortest and the longest
 * words and to those that cover the automaton.
 */
export function patternArbitrary(schema: Keywords & { readonly pattern: string }, pointer = ""): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = minLength + SOME } = schema;
  const automaton = understood(schema.pattern, pointer);
  const words = new Words(automaton);
  const lengths: number[] = [];
  for (let length = minLength; length <= maxLength; length += 1) if (words.leads(0, length, true)) lengths.push(length);
  const [shortest] = lengths;
  const longest = lengths.at(-1);
  if (shortest === undefined || longest === undefined)
    throw new UnsupportedKeywordError(
      "pattern",
      pointer,
      `no word of ${minLength} to ${maxLength} characters matches it`,
    );
  const walk = (picks: readonly number[]): string => {
    const length = lengths.find((one) => one >= picks.length) ?? longest;
    return words.word(length, true, (ways, place) => (picks[place] ?? 0) % ways) ?? "";
  };
  const picks = (least: number, most: number) =>
    fc.array(fc.nat({ max: WAYS }), { minLength: least, maxLength: most, size: "max" }).map(walk);
  const covering = coveringWords(automaton, true, minLength, maxLength).map(({ text }) => text);
  return fc.oneof(
    { weight: 6, arbitrary: picks(shortest, longest) },
    { weight: 1, arbitrary: picks(shortest, shortest) },
    { weight: 1, arbitrary: picks(longest, longest) },
    { weight: 1, arbitrary: fc.constantFrom(...covering) },
  );
}

function understood(pattern: string, pointer: string): Automaton {
  try {
    return automatonOf(pattern);
  } catch (error) {
    if (!(error instanceof UnsupportedPatternError)) throw error;
    throw new UnsupportedKeywordError("pattern", pointer, error.message);
  }
}
