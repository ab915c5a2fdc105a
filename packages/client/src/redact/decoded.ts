const ESCAPE =
  /\\+u([0-9a-fA-F]{4})|\\+([bfnrt])|\\+|%([0-9a-fA-F]{2})|&#(?:[xX]0{0,5}([0-9a-fA-F]{1,6})|0{0,5}([0-9]{1,7}));|&(quot|amp|lt|gt|apos);/g;
const CONTROL: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const NAMED: Readonly<Record<string, string>> = { quot: '"', amp: "&", lt: "<", gt: ">", apos: "'" };

/** A text with every escape resolved once, whichever notation it is in: what an escaped secret is looked for in. */
export function decoded(text: string): string {
  return text.replace(ESCAPE, (_whole, unit, control, byte, hex, decimal, name) => {
    if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
    if (control !== undefined) return CONTROL[control] ?? "";
    if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16));
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    if (decimal !== undefined) return character(Number(decimal));
    // A run of backslashes alone only sets off what follows it.
    return name === undefined ? "" : (NAMED[name] ?? "");
  });
}

const character = (point: number): string => (point <= 0x10ffff ? String.fromCodePoint(point) : "");
