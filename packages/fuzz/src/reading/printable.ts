/**
 * An untrusted text for one line of a terminal or of code. Characters that move a cursor, end a line or change the
 * writing direction become escapes, which have the same meaning inside a JSON text.
 */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (letter) =>
    letter
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
