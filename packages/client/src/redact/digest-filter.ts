/** Bits; 4 MiB, of which the operating system gives only what is written to. */
const BITS = 25;
/** Hexadecimal digits that choose a bit, one more than its number needs. */
const DIGITS = 7;
const CHOICES = 4;

/**
 * Remembers any number of digests in bounded memory, and forgets none: a filter of Bloom (1970), in which a digest chooses
 * its bits itself, because its digits are as good as drawn. Of a million digests one word of digits in 6,000 that was never
 * added passes for one, of ten million one in four: a run that goes on for ever masks too much in the end, never too little.
 */
export class DigestFilter {
  readonly #bits = new Uint32Array(2 ** (BITS - 5));

  /** Takes a digest by its first 28 digits or more, in either case. */
  add(digits: string): void {
    for (let choice = 0; choice < CHOICES; choice += 1) {
      const bit = bitOf(digits, choice);
      this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  /** `false` is certain. */
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

/** The value of a hexadecimal digit of either case. */
export function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code <= 0x39 ? code & 15 : (code & 15) + 9;
}
