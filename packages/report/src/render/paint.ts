import type { Tone } from "./labels.ts";

const CODES: Readonly<Record<Tone | "strong", string>> = {
  good: "32",
  bad: "31",
  warn: "33",
  open: "36",
  quiet: "2",
  fault: "35",
  strong: "1",
};

/** Puts text into an ANSI colour or weight. */
export type Paint = (text: string, tone: Tone | "strong") => string;

/** A painter that does nothing when the terminal wants no colour. */
export function painter(colour: boolean): Paint {
  return (text, tone) => (colour && text !== "" ? `\u001b[${CODES[tone]}m${text}\u001b[0m` : text);
}

/** Source of a regular expression for what a painter makes: its tone, a text without escapes, and the end of the tone. */
export const PAINTED = `(\\u001b\\[(?:${Object.values(CODES).join("|")})m)([^\\u001b]*)(\\u001b\\[0m)`;
