/** Includes the quotes that a shell writes around a quote: `it'\''s`. */
const OF_JSON = String.raw`\\+u([0-9a-fA-F]{4})|\\+([bfnrt])|('\\+'')|\\+`;
const OF_PAGES =
  "%([0-9a-fA-F]{2})|&#(?:[xX]0{0,5}([0-9a-fA-F]{1,6})|0{0,5}([0-9]{1,7}));|&(quot|amp|lt|gt|apos);|~([01])";
/** Escapes that are resolved together; both expressions have the same groups. */
const ESCAPES = {
  all: new RegExp(`${OF_JSON}|${OF_PAGES}`, "g"),
  /**
   * Without those of JSON, because a backslash before a secret may be no JSON escape: `C:\name` resolves to a line
   * break and `ame`.
   */
  ofPages: new RegExp(`(?!)(.)|(?!)(.)|(?!)(.)|${OF_PAGES}`, "g"),
} as const;
/** The notations to resolve. */
export type Escapes = keyof typeof ESCAPES;
const CONTROL: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const NAMED: Readonly<Record<string, string>> = { quot: '"', amp: "&", lt: "<", gt: ">", apos: "'" };

/** A text with every escape resolved once, in all notations. The redactor searches it for escaped secrets. */
export function decoded(text: string, escapes: Escapes): string {
  return text.replace(ESCAPES[escapes], resolved);
}

/** Where each character of `decoded(text, escapes)` begins in `text`; one additional entry says where the text ends. */
export function origins(text: string, escapes: Escapes): Uint32Array {
  const starts = new Uint32Array(text.length + 1);
  let length = 0;
  let at = 0;
  // Bare backslashes belong to the character after them, so that a mask covers them too.
  let marks: number | undefined;
  const plain = (end: number): void => {
    for (; at < end; at += 1) {
      starts[length] = marks ?? at;
      marks = undefined;
      length += 1;
    }
  };
  for (const match of text.matchAll(ESCAPES[escapes])) {
    plain(match.index);
    const [whole, ...groups] = match;
    const characters = resolved(whole, ...groups.slice(0, 8));
    if (characters === "") marks ??= at;
    for (let index = 0; index < characters.length; index += 1) {
      starts[length] = index === 0 ? (marks ?? at) : at;
      length += 1;
    }
    if (characters !== "") marks = undefined;
    at += whole.length;
  }
  plain(text.length);
  starts[length] = text.length;
  return starts.subarray(0, length + 1);
}

function resolved(_whole: string, ...groups: readonly (string | undefined)[]): string {
  const [unit, control, quote, byte, hex, decimal, name, mark] = groups;
  if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
  if (control !== undefined) return CONTROL[control] ?? "";
  if (quote !== undefined) return "'";
  if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16));
  if (hex !== undefined) return character(Number.parseInt(hex, 16));
  if (decimal !== undefined) return character(Number(decimal));
  if (mark !== undefined) return mark === "0" ? "~" : "/";
  // A run of backslashes only escapes the character after it.
  return name === undefined ? "" : (NAMED[name] ?? "");
}

const character = (point: number): string => (point <= 0x10ffff ? String.fromCodePoint(point) : "");
