import fc from "fast-check";
import { PHRASES } from "./texts.ts";

/** Natural text, truncated or repeated to a length in characters. The same number returns the same text. */
export function proseOf(number: number, least: number, most: number): string {
  const text = PHRASES[number % PHRASES.length] ?? "";
  if (text.length >= least && text.length <= most) return text;
  const characters = [...text.repeat(Math.max(1, Math.ceil(least / text.length)))];
  return characters.slice(0, most).join("");
}

/** Natural text with a length in this range, in characters. */
export function proseArbitrary(least: number, most: number): fc.Arbitrary<string> {
  return fc.nat({ max: PHRASES.length - 1 }).map((number) => proseOf(number, least, most));
}
