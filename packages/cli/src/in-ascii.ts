import type { Terminal } from "./terminal.ts";

/**
 * Replacements for Plumbline's signs on a console that shows ASCII only. Each is as wide as its sign, except those of
 * the ellipsis, the arrow and U+2421.
 */
const SIGNS: Readonly<Record<string, string>> = {
  "✔": "+",
  "✘": "x",
  "⚠": "!",
  "⊘": "?",
  "⊗": "#",
  "‼": "!",
  "≈": "~",
  "◇": "o",
  "◎": "o",
  "■": "#",
  "⚓": "=",
  "█": "#",
  "░": ".",
  "×": "x",
  "–": "-",
  "—": "-",
  "…": "...",
  "→": "->",
  "·": "*",
  "¦": "|",
  "⟨": "<",
  "⟩": ">",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "␡": "^?",
  "\u00a0": " ",
  "\u202f": " ",
};

/** Columns by which a line may grow: it contains at most one ellipsis, or several names of control characters. */
const SLACK = 4;
/** Pictures of the control characters, in the order of those characters (Unicode, block Control Pictures). */
const FIRST_PICTURE = 0x2400;
const LAST_PICTURE = 0x241f;
/** Distance from a control character to the letter in its caret notation. */
const LETTER = 64;

/**
 * Converts a text to ASCII: Plumbline's signs get replacements, control pictures become `^[` and the like, and every
 * other character becomes its code point. Pure.
 */
export function asciiOf(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    if (code >= FIRST_PICTURE && code <= LAST_PICTURE) return `^${String.fromCharCode(code - FIRST_PICTURE + LETTER)}`;
    return SIGNS[sign] ?? `\\u{${code.toString(16)}}`;
  });
}

/** A terminal that prints only ASCII if its console shows nothing else. With `data`, `out` stays unconverted. */
export function inAscii(terminal: Terminal, { data = false }: { readonly data?: boolean } = {}): Terminal {
  if (terminal.ascii !== true) return terminal;
  return {
    ...terminal,
    width: Math.max(SLACK, terminal.width - SLACK),
    out: data ? terminal.out : (text) => terminal.out(asciiOf(text)),
    note: (text) => terminal.note(asciiOf(text)),
  };
}
