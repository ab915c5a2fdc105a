/** Reproducible random values for property tests; the test states the seed. */
export function seeded(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(from: readonly [T, ...T[]]): T => from[below(from.length)] ?? from[0];
  return {
    below,
    pick,
    text: (alphabet: readonly [string, ...string[]], length: number): string =>
      Array.from({ length }, () => pick(alphabet)).join(""),
  };
}
