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

/** Colours a text with ANSI codes, or makes it bold. */
export type Paint = (text: string, tone: Tone | "strong") => string;

/** A painter; without `colour` it returns texts unchanged. */
export function painter(colour: boolean): Paint {
  return (text, tone) => (colour && text !== "" ? styled(text, STYLES[tone]) : text);
}

/** Node would check its own stream for colour support; here the caller of `painter` decides. */
const styled = (text: string, style: (typeof STYLES)[keyof typeof STYLES]): string =>
  styleText(style, text, { validateStream: false });

/**
 * Source of a regular expression for painted texts: the start of the tone, a text without escapes, and the end of the
 * tone.
 */
export const PAINTED = `((?:${ends(0)}))([^\\u001b]*)((?:${ends(1)}))`;

/** The codes before (0) or after (1) a painted text, for all tones. */
function ends(side: 0 | 1): string {
  const all = Object.values(STYLES).map((style) => styled("|", style).split("|")[side] ?? "");
  return [...new Set(all)].map((text) => text.replace("\u001b[", "\\u001b\\[")).join("|");
}
