/**
 * A text of a stranger on one line of a terminal: what moves a cursor, ends a line or turns the direction of writing is
 * shown by its number.
 */
export const printable = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (letter) => `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
