/**
 * The filter has 2 to the power of this many bits: 4 MiB, of which the operating system allocates only written pages.
 */
const BITS = 25;
/** Hexadecimal digits that choose a bit: 28 bits, of which 25 count. */
const DIGITS = 7;
const CHOICES = 4;

/**
 * Remembers any number of digests in bounded memory and forgets none: a filter of Bloom (1970). A digest chooses its
 * bits itself, because its digits are as good as random. After a million digests, one in 6,000 words of digits that was
 * never added passes for a known one; after ten million, one in four. An endless run therefore masks too much in the
 * end, never too little.
 */
export class DigestFilter {
  readonly #bits = new Uint32Array(2 ** (BITS - 5));

  /** Adds a digest by its first 28 digits, in either case. */
  add(digits: string): void {
    for (let choice = 0; choice < CHOICES; choice += 1) {
      const bit = bitOf(digits, choice);
      this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  /** `false` is certain; `true` may be an error. */
  mayHave(digits: string, at = 0): boolean {
    for (let choice = 0; choice < CHOICES; choice += 1) {
      const bit = bitOf(digits, choice, at);
      if (((this.#bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}

function bitOf(digits: string, choice: number, at = 0): number {
  let bit = 0;
  const from = at + choice * DIGITS;
  for (let index = from; index < from + DIGITS; index += 1) bit = (bit << 4) | digitAt(digits, index);
  return bit & (2 ** BITS - 1);
}

/** The value of a hexadecimal digit in either case. */
export function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code <= 0x39 ? code & 15 : (code & 15) + 9;
}
