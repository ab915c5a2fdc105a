import fc from "fast-check";
import { decimalOf, isMultiple, written } from "./decimal.ts";

/** Multiples are drawn up to this many steps from zero where no bound is nearer. */
const STEPS = 2 ** 31;
/** Neighbours of a multiple that are looked at: of hundredths one in eight is inexact, and never many in a row. */
const NEAR = 1_000;

/** Where multiples may lie, and what is asked of each beside its bounds. */
export interface Reach {
  readonly least: number;
  readonly most: number;
  /** Of two bounds that are open, say, what the bounds alone do not. */
  readonly keeps: (value: number) => boolean;
}

/**
 * Multiples of a step that is written in decimals, and only those that a validator which divides takes for one. A multiple
 * that is inexact gives way to its neighbour, so that nothing is drawn and thrown away.
 * @param step how far multiples lie apart
 * @param divisors what they have to be multiples of
 */
export function decimalMultiples(
  step: number,
  divisors: readonly number[],
  reach: Reach,
): fc.Arbitrary<number> | undefined {
  const { units, places } = decimalOf(step);
  const far = Math.min(STEPS, Math.floor(Number.MAX_SAFE_INTEGER / units));
  const multiple = (steps: number): number => written(steps * units, places);
  const isWithin = (value: number): boolean => value >= reach.least && value <= reach.most && reach.keeps(value);
  const fits = (steps: number): boolean =>
    isWithin(multiple(steps)) && divisors.every((divisor) => isMultiple(multiple(steps), divisor));
  // The quotients are inexact themselves.
  const min = inward(Math.max(Math.floor(reach.least / step) - 1, -far), 1, (steps) => isWithin(multiple(steps)));
  const max = inward(Math.min(Math.ceil(reach.most / step) + 1, far), -1, (steps) => isWithin(multiple(steps)));
  if (min === undefined || max === undefined || min > max) return undefined;
  const first = nearest(min <= 0 && max >= 0 ? 0 : min > 0 ? min : max, min, max, fits);
  if (first === undefined) return undefined;
  return fc.integer({ min, max }).map((steps) => multiple(nearest(steps, min, max, fits) ?? first));
}

/** The first of a few steps, walked in a direction, that lies within. */
function inward(from: number, by: 1 | -1, isWithin: (steps: number) => boolean): number | undefined {
  return [0, 1, 2, 3, 4].map((count) => from + count * by + 0).find(isWithin);
}

function nearest(steps: number, min: number, max: number, fits: (steps: number) => boolean): number | undefined {
  for (let away = 0; away <= NEAR; away += 1) {
    const found = [steps - away, steps + away].find((one) => one >= min && one <= max && fits(one));
    if (found !== undefined) return found + 0;
  }
  return undefined;
}
