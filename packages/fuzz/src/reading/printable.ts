/**
 * A text of a stranger on one line of a terminal or in a line of code: what moves a cursor, ends a line or turns the
 * direction of writing is shown by its number, which inside of a JSON text means the same.
 */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (letter) =>
    letter
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
