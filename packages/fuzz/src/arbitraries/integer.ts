import fc from "fast-check";
import { integerStep, isBinary, isMultiple } from "./decimal.ts";
import { divisorsOf, type Keywords } from "./keywords.ts";
import { decimalMultiples } from "./multiples.ts";

/** Least and greatest value of widths that are in use; 64 bits end where JSON readers lose digits. */
const WIDTHS: Readonly<Record<string, readonly [number, number]>> = {
  int8: [-(2 ** 7), 2 ** 7 - 1],
  uint8: [0, 2 ** 8 - 1],
  int16: [-(2 ** 15), 2 ** 15 - 1],
  uint16: [0, 2 ** 16 - 1],
  uint32: [0, 2 ** 32 - 1],
  uint64: [0, Number.MAX_SAFE_INTEGER],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

/** The width that the format of a schema names; a format that names none asserts nothing. */
export const widthOf = ({ format = "" }: Keywords): readonly [number, number] | undefined => WIDTHS[format];

/**
 * The least and the greatest integer that a schema accepts, the first above the second where there is none. It is 32 bits
 * where it states neither bound nor width, and as far as numbers are exact where a bound lies beyond those.
 */
export function integerBounds(schema: Keywords): readonly [least: number, greatest: number] {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  const { exclusiveMinimum = minimum - 1, exclusiveMaximum = maximum + 1 } = schema;
  const least = Math.max(Math.ceil(minimum), Math.floor(exclusiveMinimum) + 1);
  const greatest = Math.min(Math.floor(maximum), Math.ceil(exclusiveMaximum) - 1);
  const beyond = least > 2 ** 31 - 1 || greatest < -(2 ** 31);
  const usual: readonly [number, number] = beyond
    ? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
    : [-(2 ** 31), 2 ** 31 - 1];
  const width = widthOf(schema) ?? usual;
  const step = stepOf(schema);
  const inward = (bound: number, round: (steps: number) => number): number => round(bound / step) * step + 0;
  return [inward(Math.max(width[0], least), Math.ceil), inward(Math.min(width[1], greatest), Math.floor)];
}

/** What integers of a schema are multiples of. Halves of halves divide every integer. */
function stepOf({ multipleOf = 1 }: Keywords): number {
  if (Number.isInteger(multipleOf)) return multipleOf;
  return isBinary(multipleOf) ? 1 : integerStep(multipleOf);
}

/** The bounds, their inner neighbours, and what lies around zero. */
export function integerEdges(schema: Keywords): readonly number[] {
  const [least, greatest] = integerBounds(schema);
  const step = stepOf(schema);
  const edges = [least, least + step, greatest - step, greatest, -step, 0, step];
  return [...new Set(edges.filter((edge) => edge >= least && edge <= greatest && isMultiple(edge, step)))];
}

/** Whole numbers that a schema accepts; `undefined` where there are none. */
export function integerArbitrary(schema: Keywords): fc.Arbitrary<unknown> | undefined {
  const [min, max] = integerBounds(schema);
  const step = stepOf(schema);
  const divisors = divisorsOf(schema);
  if (!divisors.every(isBinary))
    return decimalMultiples(step, divisors, { least: min, most: max, keeps: Number.isInteger });
  const drawn =
    step === 1
      ? fc.integer({ min, max })
      : fc.integer({ min: min / step, max: max / step }).map((steps) => steps * step + 0);
  return fc.oneof({ weight: 6, arbitrary: drawn }, { weight: 1, arbitrary: fc.constantFrom(...integerEdges(schema)) });
}
