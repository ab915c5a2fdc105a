/**
 * A class of characters that readers cannot see or that change how others are displayed: controls, bidirectional
 * overrides, zero-width and tag characters, line separators, lone surrogates, non-characters. It is the source of a `u`
 * regular expression, because the browser script of the page needs the same one.
 */
export const HIDDEN_CHARACTERS = "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{DI}\\uFFFE\\uFFFF]";

const HIDDEN = new RegExp(HIDDEN_CHARACTERS, "gu");

/** The code point of a character in Unicode notation, such as `U+202E`. */
export function numberOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The visible replacement of a hidden character: its control picture, or otherwise its code point in brackets. */
function pictureOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? "\u2421" : `⟨${numberOf(character)}⟩`;
}

/** Replaces every hidden character with a visible one; line feeds and tabs stay. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) =>
    character === "\n" || character === "\t" ? character : pictureOf(character),
  );
}

/** The text on one line of at most `limit` characters, safe to print to a terminal. */
export function oneLine(text: string, limit = 200): string {
  // Truncating first keeps bodies of megabytes cheap; no replacement makes a text shorter.
  const line = visible(
    text
      .slice(0, limit * 2)
      .replace(/[\t\n\v\f\r ]+/gu, " ")
      .trim(),
  );
  const characters = Array.from(line);
  if (characters.length <= limit && text.length <= limit * 2) return line;
  return `${characters.slice(0, limit - 1).join("")}…`;
}
