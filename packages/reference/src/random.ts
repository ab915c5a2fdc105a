/** Reproducible choices: the same seed gives the same sequence on every machine. Not for secrets. */
export interface Random {
  /** From 0, inclusive, to 1, exclusive. */
  fraction(): number;
  /** From `least` to `most`, both inclusive. */
  integer(least: number, most: number): number;
  pick<T>(values: readonly [T, ...T[]]): T;
  /** Lower-case hexadecimal digits. */
  hex(digits: number): string;
}

const HEX = "0123456789abcdef";

/** The mulberry32 generator: 32 bits of state are plenty for a few thousand records. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (least: number, most: number): number => least + Math.floor(fraction() * (most - least + 1));
  return {
    fraction,
    integer,
    pick: (values) => values[integer(0, values.length - 1)] ?? values[0],
    hex: (digits) => {
      let text = "";
      for (let count = 0; count < digits; count += 1) text += HEX[integer(0, 15)];
      return text;
    },
  };
}
