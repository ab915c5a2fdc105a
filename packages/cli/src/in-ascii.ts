import type { Terminal } from "./terminal.ts";

/** What stands for a sign of ours where a console has ASCII alone; each is as wide as the sign, but for an ellipsis. */
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

/** Columns by which a line may grow: it has one ellipsis at most, or several names of control characters. */
const SLACK = 4;
/** Pictures of control characters, in the order of these (Unicode, Control Pictures). */
const FIRST_PICTURE = 0x2400;
const LAST_PICTURE = 0x241f;
/** From a control character to the letter that is typed with it. */
const LETTER = 64;

/** A text in ASCII: our signs as others, control characters as `^[`, and any letter besides by its number. Pure. */
export function asciiOf(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    if (code >= FIRST_PICTURE && code <= LAST_PICTURE) return `^${String.fromCharCode(code - FIRST_PICTURE + LETTER)}`;
    return SIGNS[sign] ?? `\\u{${code.toString(16)}}`;
  });
}

/** The terminal where nothing but ASCII is printed, if that is all that its console has; `data` leaves results as they are. */
export function inAscii(terminal: Terminal, { data = false }: { readonly data?: boolean } = {}): Terminal {
  if (terminal.ascii !== true) return terminal;
  return {
    ...terminal,
    width: Math.max(SLACK, terminal.width - SLACK),
    out: data ? terminal.out : (text) => terminal.out(asciiOf(text)),
    note: (text) => terminal.note(asciiOf(text)),
  };
}
