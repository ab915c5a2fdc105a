/** How many elements a combination has at most. */
const MOST = 6;

/**
 * One to six different elements, the same for the same seed on every machine (mulberry32). A combination depends only
 * on its seed, so that one of many can be repeated alone.
 */
export function combination<T>(things: readonly T[], seed: number): readonly T[] {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const left = [...things];
  const size = 1 + Math.floor(fraction() * MOST);
  return Array.from({ length: Math.min(size, things.length) }, () =>
    left.splice(Math.floor(fraction() * left.length), 1),
  ).flat();
}
