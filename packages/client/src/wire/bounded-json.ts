import type { JsonBounds } from "./json-bounds.ts";
import { DEEPEST } from "./json-text.ts";
import { signOfName, signsOf } from "./name-signs.ts";
import { type CountedNames, plainMemberEnd } from "./plain-member.ts";

/** The parsed body (`undefined` if it is not JSON or nested too deep), or the bound that it exceeds. */
export type BoundedJson = { readonly json: unknown } | { readonly excess: string };

/**
 * Reads JSON as `parseJson` does, but from bytes and within bounds. The reader checks the syntax of everything beyond
 * the bounds but creates no values for it. So neither the text of the body nor 100,000 unlisted members use memory.
 */
export function boundedJson(bytes: Buffer, bounds: JsonBounds): BoundedJson {
  return new BoundedReader(bytes, bounds).document();
}

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [MINUS, PLUS, POINT, ZERO, NINE, SMALL_E, SMALL_U] = [0x2d, 0x2b, 0x2e, 0x30, 0x39, 0x65, 0x75];
const LOWER_CASE = 0x20;
const LITERALS: readonly (readonly [Buffer, unknown])[] = [
  [Buffer.from("true"), true],
  [Buffer.from("false"), false],
  [Buffer.from("null"), null],
];
/** The characters allowed after a backslash, except `u` and its four digits. */
const ESCAPED: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'));
/** The most bytes of one character. */
const WIDEST = 4;

class BoundedReader {
  readonly #bytes: Buffer;
  readonly #bounds: JsonBounds;
  #at = 0;
  #values = 0;
  #malformed = false;
  #excess: string | undefined;

  constructor(bytes: Buffer, bounds: JsonBounds) {
    this.#bytes = bytes;
    this.#bounds = bounds;
  }

  document(): BoundedJson {
    this.#skipSpace();
    const json = this.#value(1, true);
    this.#skipSpace();
    if (this.#excess !== undefined) return { excess: this.#excess };
    return { json: this.#malformed || this.#at < this.#bytes.length ? undefined : json };
  }

  get #failed(): boolean {
    return this.#malformed || this.#excess !== undefined;
  }

  /** The value that begins here; `undefined` if it is not kept or if reading failed. */
  #value(depth: number, keep: boolean): unknown {
    if (keep && ++this.#values > this.#bounds.mostValues) return this.#exceed(`${this.#bounds.mostValues} values`);
    const first = this.#bytes[this.#at] ?? 0;
    if (first === QUOTE) return this.#text(keep, this.#bounds.longestText);
    if (first === OPEN_LIST || first === OPEN_OBJECT) {
      if (depth > DEEPEST) return this.#fail();
      this.#at += 1;
      return first === OPEN_LIST ? this.#list(depth, keep) : this.#object(depth, keep);
    }
    return first === MINUS || isDigit(first) ? this.#number(keep) : this.#literal();
  }

  #list(depth: number, keep: boolean): unknown {
    const items: unknown[] = [];
    const { mostItems } = this.#bounds;
    for (let count = 0; !this.#ends(CLOSE_LIST, count); count += 1) {
      if (keep && count === mostItems) return this.#exceed(`${mostItems} items in one list`);
      const item = this.#value(depth + 1, keep);
      if (this.#failed) return undefined;
      if (keep) items.push(item);
    }
    return this.#failed ? undefined : items;
  }

  #object(depth: number, keep: boolean): unknown {
    const members: Record<string, unknown> = {};
    const { mostUnknown, longestName } = this.#bounds;
    const listed = this.#bounds.listed();
    let unknown = 0;
    /** Signs of the unlisted names that are kept. */
    const present = new Set<number>();
    /** The names that need a full read, after the object has its most unlisted members. */
    let counted: CountedNames | undefined;
    for (let count = 0; !this.#ends(CLOSE_OBJECT, count); count += 1) {
      if (keep && unknown >= mostUnknown) counted ??= { listed: signsOf(listed), present, longest: longestName };
      if (!keep || counted !== undefined) {
        const end = plainMemberEnd(this.#bytes, this.#at, counted);
        if (end !== -1) {
          this.#at = end;
          continue;
        }
      }
      const name = this.#bytes[this.#at] === QUOTE ? this.#text(keep, longestName) : this.#fail();
      this.#skipSpace();
      if (this.#bytes[this.#at] !== COLON) this.#fail();
      this.#at += 1;
      this.#skipSpace();
      if (name === undefined || this.#failed) return undefined;
      const known = !keep || listed.has(name) || Object.hasOwn(members, name);
      if (!known) unknown += 1;
      const kept = keep && (known || unknown <= mostUnknown);
      if (kept && !known) present.add(signOfName(name));
      const member = this.#value(depth + 1, kept);
      if (this.#failed) return undefined;
      if (kept) own(members, name, member);
    }
    return this.#failed ? undefined : members;
  }

  /** Goes to the next item or member, or past the end of a list or object. True at the end and after a failure. */
  #ends(close: number, count: number): boolean {
    this.#skipSpace();
    const byte = this.#bytes[this.#at];
    this.#at += 1;
    if (byte === close) return true;
    if (count === 0) this.#at -= 1;
    else if (byte !== COMMA) this.#fail();
    this.#skipSpace();
    return this.#failed;
  }

  /** A string of at most `longest` characters; empty if it is not kept. */
  #text(keep: boolean, longest: number): string | undefined {
    const bytes = this.#bytes;
    const begin = this.#at + 1;
    let escaped = false;
    let at = begin;
    for (; bytes[at] !== QUOTE; at += 1) {
      const byte = bytes[at];
      if (byte === undefined || byte < 0x20) return this.#fail();
      if (byte !== BACKSLASH) continue;
      escaped = true;
      const length = this.#escapeAt(at + 1);
      if (length === 0) return this.#fail();
      at += length;
    }
    this.#at = at + 1;
    if (!keep) return "";
    if (escaped) return String(JSON.parse(bytes.toString("utf8", begin - 1, at + 1))).slice(0, longest);
    const text = bytes.toString("utf8", begin, Math.min(at, begin + WIDEST * longest));
    return text.length > longest ? text.slice(0, longest) : text;
  }

  /** Bytes of the escape after a backslash; 0 if it is not a valid escape. */
  #escapeAt(at: number): number {
    const byte = this.#bytes[at] ?? 0;
    if (ESCAPED.has(byte)) return 1;
    return byte === SMALL_U && /^[0-9a-f]{4}$/i.test(this.#bytes.toString("latin1", at + 1, at + 5)) ? 5 : 0;
  }

  /** A number; 0 if it is not kept. */
  #number(keep: boolean): number | undefined {
    const begin = this.#at;
    if (this.#bytes[this.#at] === MINUS) this.#at += 1;
    if (this.#bytes[this.#at] === ZERO) this.#at += 1;
    else if (this.#digits() === 0) return this.#fail();
    if (this.#bytes[this.#at] === POINT) {
      this.#at += 1;
      if (this.#digits() === 0) return this.#fail();
    }
    if (((this.#bytes[this.#at] ?? 0) | LOWER_CASE) === SMALL_E) {
      this.#at += 1;
      const sign = this.#bytes[this.#at];
      if (sign === MINUS || sign === PLUS) this.#at += 1;
      if (this.#digits() === 0) return this.#fail();
    }
    return keep ? Number(this.#bytes.toString("latin1", begin, this.#at)) : 0;
  }

  #digits(): number {
    const begin = this.#at;
    while (isDigit(this.#bytes[this.#at] ?? 0)) this.#at += 1;
    return this.#at - begin;
  }

  #literal(): unknown {
    for (const [word, value] of LITERALS) {
      if (!word.every((byte, index) => this.#bytes[this.#at + index] === byte)) continue;
      this.#at += word.length;
      return value;
    }
    return this.#fail();
  }

  #skipSpace(): void {
    for (;;) {
      const byte = this.#bytes[this.#at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return;
      this.#at += 1;
    }
  }

  #fail(): undefined {
    this.#malformed = true;
    return undefined;
  }

  #exceed(most: string): undefined {
    this.#excess = `more than ${most}`;
    return undefined;
  }
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;

/** Sets a member as JSON.parse does, even if its name is `__proto__`. */
function own(members: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
  else members[name] = value;
}
