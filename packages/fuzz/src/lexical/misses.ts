/** Characters that servers commonly strip or overlook at the edges of a text. */
const MARKS: Readonly<Record<string, string>> = { hyphen: "-", dot: ".", underscore: "_" };
const BLANKS: Readonly<Record<string, string>> = { space: " ", "line break": "\n" };
const LETTERS: Readonly<Record<string, string>> = {
  "a letter beyond ASCII": "\u00e9",
  "a character of a higher plane": "\u{1f600}",
};

/**
 * Texts that are nearly right: with a character before or after, in another letter case, or in full-width characters.
 * In a text of `fixed` length a mark replaces one character. Blanks are always added, because servers that trim remove
 * them.
 */
export function asMisses(right: string, fixed = false): readonly (readonly [side: string, text: string])[] {
  const [start, end] = fixed ? [right.slice(1), right.slice(0, -1)] : [right, right];
  const cased = right === right.toUpperCase() ? right.toLowerCase() : right.toUpperCase();
  return [
    ...Object.entries(MARKS).flatMap(([name, mark]) => [
      [`a ${name} before`, mark + start] as const,
      [`a ${name} after`, end + mark] as const,
    ]),
    ...Object.entries(BLANKS).flatMap(([name, blank]) => [
      [`a ${name} before`, blank + right] as const,
      [`a ${name} after`, right + blank] as const,
    ]),
    ...Object.entries(LETTERS).map(([name, letter]) => [name, letter + start] as const),
    ["another letter case", cased],
    ["full-width characters", wide(right)],
  ];
}

/** Letters and digits as full-width characters, which compatibility normalisation (Unicode, NFKC) reverts. */
export const wide = (text: string): string =>
  text.replace(/[0-9A-Za-z]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0));
