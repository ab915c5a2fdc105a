import { complement, DIGITS, DOT, joined, type Ranges, SPACES, WORD } from "./ranges.ts";
import { UnsupportedPatternError } from "./unsupported-pattern-error.ts";

/** A regular expression as a tree. */
export type Expression =
  | { readonly kind: "symbols"; readonly ranges: Ranges }
  | { readonly kind: "sequence"; readonly parts: readonly Expression[] }
  | { readonly kind: "choice"; readonly parts: readonly Expression[] }
  | { readonly kind: "repeat"; readonly part: Expression; readonly least: number; readonly most: number }
  | { readonly kind: "start" }
  | { readonly kind: "end" };

const CONTROLS: Readonly<Record<string, number>> = { n: 0x0a, r: 0x0d, t: 0x09, v: 0x0b, f: 0x0c, "0": 0 };
const CLASSES: Readonly<Record<string, Ranges>> = {
  d: DIGITS,
  w: WORD,
  s: SPACES,
  D: complement(DIGITS),
  W: complement(WORD),
  S: complement(SPACES),
};

/**
 * Reads the regular part of ECMA-262 patterns with the flag `u`.
 * @throws UnsupportedPatternError for look-arounds, back references and property escapes.
 */
export function parsePattern(pattern: string): Expression {
  const characters = [...pattern];
  let at = 0;

  const refuse = (what: string): never => {
    throw new UnsupportedPatternError(pattern, at, what);
  };
  const choice = (): Expression => {
    const parts = [sequence()];
    while (characters[at] === "|") {
      at += 1;
      parts.push(sequence());
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind: "choice", parts };
  };
  const sequence = (): Expression => {
    const parts: Expression[] = [];
    while (at < characters.length && characters[at] !== "|" && characters[at] !== ")") parts.push(repeated());
    return { kind: "sequence", parts };
  };
  const repeated = (): Expression => {
    let part = atom();
    for (let bounds = quantifier(); bounds !== undefined; bounds = quantifier()) {
      const [least, most] = bounds;
      part = { kind: "repeat", part, least, most };
      // Lazy or greedy, the words are the same.
      if (characters[at] === "?") at += 1;
    }
    return part;
  };
  const quantifier = (): readonly [number, number] | undefined => {
    const simple = { "?": [0, 1], "*": [0, Number.POSITIVE_INFINITY], "+": [1, Number.POSITIVE_INFINITY] } as const;
    const character = characters[at];
    if (character === "?" || character === "*" || character === "+") {
      at += 1;
      return simple[character];
    }
    if (character !== "{") return undefined;
    const [whole = "", least = "", comma, most = ""] =
      /^\{(\d+)(,?)(\d*)\}/.exec(characters.slice(at).join("")) ?? refuse("a brace that is no quantifier");
    at += whole.length;
    return [Number(least), comma === "" ? Number(least) : most === "" ? Number.POSITIVE_INFINITY : Number(most)];
  };
  const atom = (): Expression => {
    const character = characters[at] ?? "";
    at += 1;
    switch (character) {
      case "^":
        return { kind: "start" };
      case "$":
        return { kind: "end" };
      case ".":
        return { kind: "symbols", ranges: DOT };
      case "(":
        return group();
      case "[":
        return { kind: "symbols", ranges: bracket() };
      case "\\":
        return { kind: "symbols", ranges: escaped() };
      default:
        return { kind: "symbols", ranges: one(character) };
    }
  };
  const group = (): Expression => {
    if (characters[at] === "?") {
      if (characters[at + 1] !== ":") refuse("a look-around or a named group");
      at += 2;
    }
    const inner = choice();
    if (characters[at] !== ")") refuse("a group without an end");
    at += 1;
    return inner;
  };
  const escaped = (): Ranges => {
    const character = characters[at] ?? "";
    if (/[1-9bBkpPc]/.test(character)) refuse(`the escape \\${character}`);
    at += 1;
    const known = CLASSES[character];
    if (known !== undefined) return known;
    const control = CONTROLS[character];
    if (control !== undefined) return [[control, control]];
    if (character === "x" || character === "u") return hexadecimal(character === "x" ? 2 : 4);
    return one(character);
  };
  const hexadecimal = (digits: number): Ranges => {
    const braced = /^\{([0-9a-f]+)\}/i.exec(characters.slice(at, at + 9).join(""));
    const text = braced?.[1] ?? characters.slice(at, at + digits).join("");
    at += braced?.[0].length ?? digits;
    const value = Number.parseInt(text, 16);
    return [[value, value]];
  };
  const bracket = (): Ranges => {
    const negated = characters[at] === "^";
    if (negated) at += 1;
    const ranges: (readonly [number, number])[] = [];
    while (characters[at] !== "]") {
      if (at >= characters.length) refuse("a class without an end");
      const from = member();
      const [first] = from[0] ?? [];
      if (characters[at] === "-" && characters[at + 1] !== "]" && first !== undefined && from.length === 1) {
        at += 1;
        ranges.push([first, member()[0]?.[1] ?? first]);
      } else ranges.push(...from);
    }
    at += 1;
    return negated ? complement(ranges) : joined(ranges);
  };
  const member = (): Ranges => {
    const character = characters[at] ?? "";
    at += 1;
    return character === "\\" ? escaped() : one(character);
  };

  const whole = choice();
  if (at < characters.length) refuse("a bracket too many");
  return whole;
}

const one = (character: string): Ranges => {
  const point = character.codePointAt(0) ?? 0;
  return [[point, point]];
};
