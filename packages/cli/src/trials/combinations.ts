/** `count` different threes of the given things, the same for the same seed on every machine (mulberry32). */
export function combinations<T>(things: readonly T[], count: number, seed: number): readonly (readonly T[])[] {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return Array.from({ length: count }, () => {
    const left = [...things];
    return [1, 2, 3].flatMap(() => left.splice(Math.floor(fraction() * left.length), 1));
  });
}
