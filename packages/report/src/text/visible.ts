/**
 * A class of characters that a reader cannot see, or that change how others are read: controls, bidirectional
 * overrides, zero-width and tag characters, line separators, lone surrogates, non-characters. Source of a `u` regular
 * expression, because the browser script of the page needs the same one.
 */
export const HIDDEN_CHARACTERS = "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{DI}\\uFFFE\\uFFFF]";

const HIDDEN = new RegExp(HIDDEN_CHARACTERS, "gu");

/** The number of a character as Unicode writes it, such as `U+202E`. */
export function numberOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** What stands for a hidden character in plain text: its control picture, or else its number in brackets. */
function pictureOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? "\u2421" : `⟨${numberOf(character)}⟩`;
}

/** The text with every hidden character replaced by something to see; line feeds and tabs stay. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) =>
    character === "\n" || character === "\t" ? character : pictureOf(character),
  );
}

/** The text on one line of at most `limit` characters, safe to print to a terminal. */
export function oneLine(text: string, limit = 200): string {
  // Cutting before replacing keeps a body of megabytes cheap; no replacement makes a text shorter.
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
