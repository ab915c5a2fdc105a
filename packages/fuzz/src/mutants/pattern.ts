import type { JsonSchema } from "@plumbline/schemas";
import { automatonOf } from "../automata/automaton.ts";
import { coveringWords } from "../automata/words.ts";
import { type FaultRule, replaces } from "./fault.ts";
import { validText } from "./valid-text.ts";

/** Single characters that patterns commonly exclude. The length must not change, or it would break too. */
const STRANGERS = ["_", "g", "G", "-", "\u00e9"] as const;

/** Refused words for transitions of the pattern's automaton, a selection from all of them: an id has hundreds. */
const COVERING = 8;
/** The longest drawn word if the schema has no maximum length. */
const LONGEST = 24;

function coveringFaults({ schema, pattern }: { readonly schema: JsonSchema; readonly pattern: string }) {
  const { minLength = 1, maxLength = LONGEST } = schema;
  const words = coveringWords(automatonOf(pattern), false, Math.max(1, minLength), maxLength);
  const step = Math.max(1, Math.floor(words.length / COVERING));
  return words
    .filter((_word, index) => index % step === 0)
    .slice(0, COVERING)
    .map(({ text, state, symbol }) => [`the word of transition ${state}.${symbol}`, text] as const);
}

/** One character replaced at the start, in the middle and at the end; all in upper case; and covering words. */
export const patternFaults: FaultRule = (spot) => {
  const { pattern } = spot.schema;
  if (pattern === undefined) return [];
  const expression = new RegExp(pattern, "u");
  const text = [...validText(spot)];
  const places = [
    ["start", 0],
    ["middle", Math.floor(text.length / 2)],
    ["end", text.length - 1],
  ] as const;
  const replaced = places.flatMap(([name, place]) =>
    STRANGERS.map((stranger) => [`${stranger} at the ${name}`, text.with(place, stranger).join("")] as const),
  );
  const covering = coveringFaults({ schema: spot.schema, pattern });
  return [...replaced, ["in upper case", text.join("").toUpperCase()] as const, ...covering]
    .filter(([, broken]) => !expression.test(broken))
    .map(([side, broken]) => replaces(spot, "pattern", side, broken));
};
