/** Those of a shell are the quotes around a quote: `it'\''s`. */
const OF_JSON = String.raw`\\+u([0-9a-fA-F]{4})|\\+([bfnrt])|('\\+'')|\\+`;
const OF_PAGES =
  "%([0-9a-fA-F]{2})|&#(?:[xX]0{0,5}([0-9a-fA-F]{1,6})|0{0,5}([0-9]{1,7}));|&(quot|amp|lt|gt|apos);|~([01])";
/** Escapes that are resolved together; the groups of both are the same. */
const ESCAPES = {
  all: new RegExp(`${OF_JSON}|${OF_PAGES}`, "g"),
  /** A backslash before a secret is not always one of JSON: `C:\name` resolves to a line break and `ame`. */
  ofPages: new RegExp(`(?!)(.)|(?!)(.)|(?!)(.)|${OF_PAGES}`, "g"),
} as const;
/** The notations whose escapes are resolved. */
export type Escapes = keyof typeof ESCAPES;
const CONTROL: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const NAMED: Readonly<Record<string, string>> = { quot: '"', amp: "&", lt: "<", gt: ">", apos: "'" };

/** A text with every escape resolved once, whichever notation it is in: what an escaped secret is looked for in. */
export function decoded(text: string, escapes: Escapes): string {
  return text.replace(ESCAPES[escapes], resolved);
}

/** Where each character of `decoded(text, escapes)` begins in `text`; one entry more says where the text ends. */
export function origins(text: string, escapes: Escapes): Uint32Array {
  const starts = new Uint32Array(text.length + 1);
  let length = 0;
  let at = 0;
  // Backslashes alone belong to the character that they set off: what masks it must not leave them behind.
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
  // A run of backslashes alone only sets off what follows it.
  return name === undefined ? "" : (NAMED[name] ?? "");
}

const character = (point: number): string => (point <= 0x10ffff ? String.fromCodePoint(point) : "");
