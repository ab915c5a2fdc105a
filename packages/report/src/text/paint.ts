import { styleText } from "node:util";
import type { Tone } from "../tone.ts";

const STYLES = {
  good: "green",
  bad: "red",
  warn: "yellow",
  open: "cyan",
  quiet: "dim",
  fault: "magenta",
  strong: "bold",
} as const satisfies Readonly<Record<Tone | "strong", Parameters<typeof styleText>[0]>>;

/** Puts text into an ANSI colour or weight. */
export type Paint = (text: string, tone: Tone | "strong") => string;

/** A painter that does nothing when the terminal wants no colour. */
export function painter(colour: boolean): Paint {
  return (text, tone) => (colour && text !== "" ? styled(text, STYLES[tone]) : text);
}

/** Whether there is colour is decided by whoever asks for a painter, and not by the stream that Node would look at. */
const styled = (text: string, style: (typeof STYLES)[keyof typeof STYLES]): string =>
  styleText(style, text, { validateStream: false });

/** Source of a regular expression for what a painter makes: its tone, a text without escapes, and the end of the tone. */
export const PAINTED = `((?:${ends(0)}))([^\\u001b]*)((?:${ends(1)}))`;

/** What stands before a painted text, or behind it, in each tone. */
function ends(side: 0 | 1): string {
  const all = Object.values(STYLES).map((style) => styled("|", style).split("|")[side] ?? "");
  return [...new Set(all)].map((text) => text.replace("\u001b[", "\\u001b\\[")).join("|");
}
