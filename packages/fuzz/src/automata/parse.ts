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
 * Parses the regular part of ECMA-262 patterns with the flag `u`.
 *
 * @throws UnsupportedPatternError for lookarounds, back references and property escapes.
 */
export const parsePattern = (pattern: string): Expression => new PatternReader(pattern).read();

/** Reads a pattern once from start to end. */
class PatternReader {
  readonly #pattern: string;
  readonly #characters: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#characters = [...pattern];
  }

  read(): Expression {
    const whole = this.#choice();
    if (this.#at < this.#characters.length) this.#refuse("a bracket too many");
    return whole;
  }

  #here(): string | undefined {
    return this.#characters[this.#at];
  }

  #refuse(what: string): never {
    throw new UnsupportedPatternError(this.#pattern, this.#at, what);
  }

  #choice(): Expression {
    const parts = [this.#sequence()];
    while (this.#here() === "|") {
      this.#at += 1;
      parts.push(this.#sequence());
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind: "choice", parts };
  }

  #sequence(): Expression {
    const parts: Expression[] = [];
    while (this.#at < this.#characters.length && this.#here() !== "|" && this.#here() !== ")")
      parts.push(this.#repeated());
    return { kind: "sequence", parts };
  }

  #repeated(): Expression {
    let part = this.#atom();
    for (let bounds = this.#quantifier(); bounds !== undefined; bounds = this.#quantifier()) {
      const [least, most] = bounds;
      part = { kind: "repeat", part, least, most };
      // Lazy and greedy quantifiers accept the same words.
      if (this.#here() === "?") this.#at += 1;
    }
    return part;
  }

  #quantifier(): readonly [number, number] | undefined {
    const simple = { "?": [0, 1], "*": [0, Number.POSITIVE_INFINITY], "+": [1, Number.POSITIVE_INFINITY] } as const;
    const character = this.#here();
    if (character === "?" || character === "*" || character === "+") {
      this.#at += 1;
      return simple[character];
    }
    if (character !== "{") return undefined;
    const [whole = "", least = "", comma, most = ""] =
      /^\{(\d+)(,?)(\d*)\}/.exec(this.#characters.slice(this.#at).join("")) ??
      this.#refuse("a brace that is no quantifier");
    this.#at += whole.length;
    return [Number(least), comma === "" ? Number(least) : most === "" ? Number.POSITIVE_INFINITY : Number(most)];
  }

  #atom(): Expression {
    const character = this.#here() ?? "";
    this.#at += 1;
    switch (character) {
      case "^":
        return { kind: "start" };
      case "$":
        return { kind: "end" };
      case ".":
        return { kind: "symbols", ranges: DOT };
      case "(":
        return this.#group();
      case "[":
        return { kind: "symbols", ranges: this.#bracket() };
      case "\\":
        return { kind: "symbols", ranges: this.#escaped() };
      default:
        return { kind: "symbols", ranges: one(character) };
    }
  }

  #group(): Expression {
    if (this.#here() === "?") {
      if (this.#characters[this.#at + 1] !== ":") this.#refuse("a look-around or a named group");
      this.#at += 2;
    }
    const inner = this.#choice();
    if (this.#here() !== ")") this.#refuse("a group without an end");
    this.#at += 1;
    return inner;
  }

  #escaped(): Ranges {
    const character = this.#here() ?? "";
    if (/[1-9bBkpPc]/.test(character)) this.#refuse(`the escape \\${character}`);
    this.#at += 1;
    const known = CLASSES[character];
    if (known !== undefined) return known;
    const control = CONTROLS[character];
    if (control !== undefined) return [[control, control]];
    if (character === "x" || character === "u") return this.#hexadecimal(character === "x" ? 2 : 4);
    return one(character);
  }

  #hexadecimal(digits: number): Ranges {
    const braced = /^\{([0-9a-f]+)\}/i.exec(this.#characters.slice(this.#at, this.#at + 9).join(""));
    const text = braced?.[1] ?? this.#characters.slice(this.#at, this.#at + digits).join("");
    this.#at += braced?.[0].length ?? digits;
    const value = Number.parseInt(text, 16);
    return [[value, value]];
  }

  #bracket(): Ranges {
    const negated = this.#here() === "^";
    if (negated) this.#at += 1;
    const ranges: (readonly [number, number])[] = [];
    while (this.#here() !== "]") {
      if (this.#at >= this.#characters.length) this.#refuse("a class without an end");
      const from = this.#member();
      const [first] = from[0] ?? [];
      if (this.#here() === "-" && this.#characters[this.#at + 1] !== "]" && first !== undefined && from.length === 1) {
        this.#at += 1;
        ranges.push([first, this.#member()[0]?.[1] ?? first]);
      } else ranges.push(...from);
    }
    this.#at += 1;
    return negated ? complement(ranges) : joined(ranges);
  }

  #member(): Ranges {
    const character = this.#here() ?? "";
    this.#at += 1;
    return character === "\\" ? this.#escaped() : one(character);
  }
}

const one = (character: string): Ranges => {
  const point = character.codePointAt(0) ?? 0;
  return [[point, point]];
};
