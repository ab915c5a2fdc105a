import { ALPHABETS } from "../arbitraries/string.ts";
import { brokenPattern, type FaultRule, replaces } from "./fault.ts";
import { validText } from "./valid-text.ts";

/** One character too many, in single-byte and other characters, and twice the length. */
export const maxLengthFaults: FaultRule = (spot) => {
  const { maxLength, pattern } = spot.schema;
  if (maxLength === undefined) return [];
  const grown = (letter: string, length: number): string => {
    const characters = pattern === undefined ? [] : [...validText(spot)];
    return characters.join("") + letter.repeat(length - characters.length);
  };
  const letters = pattern === undefined ? ALPHABETS : (["a"] as const);
  const texts = [
    ...letters.map(
      (letter, index) => [index === 0 ? "above" : `above, in ${letter}`, grown(letter, maxLength + 1)] as const,
    ),
    ["twice", grown("a", maxLength * 2 + 1)] as const,
  ];
  return texts.map(([side, text]) => replaces(spot, "maxLength", side, text, brokenPattern(spot, text)));
};
