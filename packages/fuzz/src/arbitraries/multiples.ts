import fc from "fast-check";
import { decimalOf, isMultiple, written } from "./decimal.ts";

/** Multiples are drawn up to this many steps from zero if there is no closer bound. */
const STEPS = 2 ** 31;
/** Neighbours that are tried for an inexact multiple: one in eight hundredths is inexact, and never many in a row. */
const NEAR = 1_000;

/** The range of multiples, and further conditions for each. */
export interface Reach {
  readonly least: number;
  readonly most: number;
  /** Conditions beyond the bounds, such as those of exclusive bounds. */
  readonly keeps: (value: number) => boolean;
}

/**
 * Multiples of a decimal step, limited to those that a validator which divides accepts. An exact neighbour replaces an
 * inexact multiple, so no value is discarded.
 * @param step the distance between multiples
 * @param divisors the numbers that must divide each value
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
  // The quotients are inexact too, so the search starts one step outside.
  const min = inward(Math.max(Math.floor(reach.least / step) - 1, -far), 1, (steps) => isWithin(multiple(steps)));
  const max = inward(Math.min(Math.ceil(reach.most / step) + 1, far), -1, (steps) => isWithin(multiple(steps)));
  if (min === undefined || max === undefined || min > max) return undefined;
  const first = nearest(min <= 0 && max >= 0 ? 0 : min > 0 ? min : max, min, max, fits);
  if (first === undefined) return undefined;
  return fc.integer({ min, max }).map((steps) => multiple(nearest(steps, min, max, fits) ?? first));
}

/** The first of five steps in a direction that is within the range. */
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
