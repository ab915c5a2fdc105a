/** Ranges of code points, each from first to last, ascending and without overlap. */
export type Ranges = readonly (readonly [first: number, last: number])[];

/** The last code point of Unicode. */
export const LAST_CODE_POINT = 0x10_ff_ff;

/** Every code point. */
export const ANY: Ranges = [[0, LAST_CODE_POINT]];
/** The characters of `.` without the flag `s`. */
export const DOT: Ranges = complement([
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x20_28, 0x20_29],
]);
/** The characters of `\d`. */
export const DIGITS: Ranges = [[0x30, 0x39]];

/** The characters of `\w`. */
export const WORD: Ranges = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
/** The characters of `\s`. */
export const SPACES: Ranges = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x16_80, 0x16_80],
  [0x20_00, 0x20_0a],
  [0x20_28, 0x20_29],
  [0x20_2f, 0x20_2f],
  [0x20_5f, 0x20_5f],
  [0x30_00, 0x30_00],
  [0xfe_ff, 0xfe_ff],
];

/** The union of ranges, in ascending order. */
export function joined(ranges: Ranges): Ranges {
  const sorted = ranges.toSorted(([a], [b]) => a - b);
  const done: [number, number][] = [];
  for (const [first, last] of sorted) {
    const before = done.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else done.push([first, last]);
  }
  return done;
}

/** All code points outside the ranges. */
export function complement(ranges: Ranges): Ranges {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [first, last] of joined(ranges)) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST_CODE_POINT) gaps.push([next, LAST_CODE_POINT]);
  return gaps;
}

/** Whether a code point is in one of the ranges. */
export const holds = (ranges: Ranges, codePoint: number): boolean =>
  ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
