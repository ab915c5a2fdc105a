import { DigestFilter, digitAt } from "./digest-filter.ts";
import { merged, type Span } from "./spans.ts";

/**
 * One digit less than an MD5 digest: a probe sends a response without its last digit, and a digest that a server cut
 * off is still most of the secret.
 */
const SHORTEST = 31;
/** Digits of SHA-512, the longest digest in use. */
const LONGEST = 128;
/** Groups of three bytes that lie completely within any 31 bytes, wherever the groups begin. */
const GROUPS = 9;

const HEX = 1;
/** Letters and digits. Base64 of hexadecimal digits has no other characters. */
const WORD = 2;
/** The first of four base64 digits if the three bytes begin with a hexadecimal digit. */
const GROUP = 4;
const BASE64 = 8;

const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** An entry for every character, because reading beyond the end of a table is slower. */
const KINDS = new Uint8Array(1 << 16);
for (const [characters, kind] of [
  ["0123456789abcdefABCDEF", HEX],
  [ALPHANUMERIC, WORD],
  ["MNOQRYZ", GROUP],
  [`${ALPHANUMERIC}+/-_`, BASE64],
] as const)
  for (const character of characters) KINDS[character.charCodeAt(0)] = (KINDS[character.charCodeAt(0)] ?? 0) | kind;

/**
 * Remembers the digests that a run sent, and finds them in a text: in digits of either case, in base64 of any text
 * around them, or in hexadecimal digits of any text around them. Every request sends another digest, so they cannot be
 * compiled as literals. The search probes a text at every 31st character for long words, because only those can contain
 * a digest. It forgets none, because a server may keep a received digest as long as it likes. It does not store the
 * length of a digest, so it takes the digits after a digest as part of it.
 */
export class SentDigests {
  #all: DigestFilter | undefined;
  /** Whether any digest begins with these four digits. Of a hundred ids, only three need more than this test. */
  readonly #beginnings = new Uint8Array(1 << 16);

  /** Adds a digest, which is never forgotten. */
  add(digest: string): void {
    this.#all ??= new DigestFilter();
    this.#all.add(digest);
    this.#beginnings[beginning(digest, 0)] = 1;
  }

  /** Every place where the text has a digest, in order. */
  find(text: string): readonly Span[] {
    if (text.length < SHORTEST || this.#all === undefined) return NONE;
    let found: Span[] | undefined;
    // No long word begins before `from`. A word that begins there or later has at least 31 characters.
    for (let from = 0; from + SHORTEST <= text.length; ) {
      let start = from + SHORTEST;
      while (start > from && is(text, start - 1, WORD)) start -= 1;
      if (start > from) {
        from = start;
        continue;
      }
      let end = from + SHORTEST;
      while (end < text.length && is(text, end, WORD)) end += 1;
      for (const span of this.#inWord(text, from, end)) {
        found ??= [];
        found.push(span);
      }
      from = end + 1;
    }
    return found ?? NONE;
  }

  #inWord(text: string, start: number, end: number): readonly Span[] {
    const found: (readonly Span[])[] = [];
    for (const run of runs(text, start, end, HEX, 1, SHORTEST))
      found.push(this.#inDigits(text, run), this.#inHex(text, run));
    for (let shift = 0; shift < 4; shift += 1)
      for (const run of runs(text, start + shift, end, GROUP, 4, 4 * GROUPS)) found.push(this.#inBase64(text, run));
    return found.length === 0 ? NONE : merged(found.flat());
  }

  #inDigits(text: string, [start, end]: Span): readonly Span[] {
    let found: Span[] | undefined;
    for (let at = start; at + SHORTEST <= end; at += 1) {
      if (this.#beginnings[beginning(text, at)] === 0 || this.#all?.mayHave(text, at) !== true) continue;
      const last = Math.min(end, at + LONGEST);
      found ??= [];
      found.push([at, last]);
      at = last - 1;
    }
    return found ?? NONE;
  }

  #inHex(text: string, [start, end]: Span): readonly Span[] {
    if (end - start < 2 * SHORTEST) return NONE;
    return [start, start + 1].flatMap((first) =>
      this.#inner(Buffer.from(text.slice(first, end), "hex")).map(
        ([from, to]): Span => [first + 2 * from, first + 2 * to],
      ),
    );
  }

  #inBase64(text: string, [start, end]: Span): readonly Span[] {
    // The digest may begin and end within the neighbouring groups.
    const from = areBase64(text, start - 4, start) ? start - 4 : start;
    const to = Math.min(text.length, end + 4);
    return this.#inner(Buffer.from(text.slice(from, to), "base64")).map(
      ([first, last]): Span => [from + 4 * Math.floor(first / 3), Math.min(to, from + 4 * Math.ceil(last / 3))],
    );
  }

  #inner(bytes: Buffer): readonly Span[] {
    const text = bytes.toString("latin1");
    return runs(text, 0, text.length, HEX, 1, SHORTEST).flatMap((run) => this.#inDigits(text, run));
  }
}

const NONE: readonly Span[] = [];

/** The first four hexadecimal digits, in either case, as a number. */
function beginning(text: string, at: number): number {
  return (
    (digitAt(text, at) << 12) | (digitAt(text, at + 1) << 8) | (digitAt(text, at + 2) << 4) | digitAt(text, at + 3)
  );
}

function is(text: string, at: number, kind: number): boolean {
  return ((KINDS[text.charCodeAt(at)] ?? 0) & kind) !== 0;
}

function areBase64(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (!is(text, at, BASE64)) return false;
  return true;
}

/** Stretches of at least `least` characters in which every `step`th character is of the kind. */
function runs(text: string, from: number, end: number, kind: number, step: number, least: number): readonly Span[] {
  let found: Span[] | undefined;
  let start = from;
  for (let at = from; ; at += step) {
    if (at < end && is(text, at, kind)) continue;
    if (at - start >= least) {
      found ??= [];
      found.push([start, Math.min(at, end)]);
    }
    start = at + step;
    if (at >= end) return found ?? NONE;
  }
}
