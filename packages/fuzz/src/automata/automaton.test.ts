import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { automatonOf } from "./automaton.ts";
import { UnsupportedPatternError } from "./unsupported-pattern-error.ts";
import { coveringWords, Words } from "./words.ts";

const PATTERNS = [
  "^([a-f0-9]{24})$",
  "^([a-zA-Z0-9][a-zA-Z0-9-]*)?[a-zA-Z0-9]+$",
  "[\\d]+\\.[\\d]+\\.[\\d]+",
  "^(true|false|\\w{2,5}?)$",
  "^[^a-z\\s]+x?$",
  "a|^b",
  "^\\u0041.$",
];

describe("automatonOf", () => {
  it.each(PATTERNS)("agrees with the regular expression engine on words of %s", (pattern) => {
    const automaton = automatonOf(pattern);
    const expression = new RegExp(pattern, "u");
    const words = new Words(automaton);
    fc.assert(
      fc.property(
        fc.nat({ max: 30 }),
        fc.boolean(),
        fc.infiniteStream(fc.nat({ max: 500 })),
        (length, accepted, picks) => {
          const word = words.word(length, accepted, () => picks.next().value ?? 0);
          if (word === undefined) return;
          expect([...word]).toHaveLength(length);
          expect(expression.test(word), word).toBe(accepted);
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each(["(?=a)b", "(a)\\1", "\\p{L}", "(a"])("throws UnsupportedPatternError for %s", (pattern) => {
    expect(() => automatonOf(pattern)).toThrow(UnsupportedPatternError);
  });

  it("covers every transition of the cluster name, with accepted and refused words", () => {
    const automaton = automatonOf("^([a-zA-Z0-9][a-zA-Z0-9-]*)?[a-zA-Z0-9]+$");
    const expression = /^([a-zA-Z0-9][a-zA-Z0-9-]*)?[a-zA-Z0-9]+$/u;
    const [good, bad] = [coveringWords(automaton, true, 1, 64), coveringWords(automaton, false, 1, 64)];
    for (const { text } of good) expect(expression.test(text), text).toBe(true);
    for (const { text } of bad) expect(expression.test(text), text).toBe(false);
    expect(bad.map(({ text }) => text)).toEqual(expect.arrayContaining(["-", "a-", "_"]));
    const taken = new Set<string>();
    for (const { text } of [...good, ...bad]) {
      let state = 0;
      for (const letter of text) {
        const symbol = automaton.symbols.findIndex((letters) => letters.includes(letter));
        taken.add(`${state} ${symbol}`);
        state = automaton.next[state]?.[symbol] ?? 0;
      }
    }
    expect(taken.size).toBe(automaton.next.length * automaton.symbols.length);
  });

  it("keeps to the exact length if the pattern has only one", () => {
    const automaton = automatonOf("^([a-f0-9]{24})$");
    expect(coveringWords(automaton, true, 24, 24).every(({ text }) => text.length === 24)).toBe(true);
    expect(coveringWords(automaton, false, 24, 24).length).toBeGreaterThan(23);
    expect(new Words(automaton).word(23, true, () => 0)).toBeUndefined();
  });
});
