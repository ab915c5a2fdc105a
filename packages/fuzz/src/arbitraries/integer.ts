import fc from "fast-check";
import { integerStep, isBinary, isMultiple } from "./decimal.ts";
import { divisorsOf, type Keywords } from "./keywords.ts";
import { decimalMultiples } from "./multiples.ts";

/** Bounds of common integer widths. Those of 64 bits end where JSON parsers lose digits. */
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

/** The width that the format of a schema names; `undefined` for all other formats. */
export const widthOf = ({ format = "" }: Keywords): readonly [number, number] | undefined => WIDTHS[format];

/**
 * The smallest and the largest integer that a schema accepts; the first is above the second if there is none. The
 * default is 32 bits without bounds and width, and the range of exact numbers if a bound exceeds 32 bits.
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

/** The step between the integers of a schema. A power of one half divides every integer. */
function stepOf({ multipleOf = 1 }: Keywords): number {
  if (Number.isInteger(multipleOf)) return multipleOf;
  return isBinary(multipleOf) ? 1 : integerStep(multipleOf);
}

/** The bounds, their inner neighbours, and the values around zero. */
export function integerEdges(schema: Keywords): readonly number[] {
  const [least, greatest] = integerBounds(schema);
  const step = stepOf(schema);
  const edges = [least, least + step, greatest - step, greatest, -step, 0, step];
  return [...new Set(edges.filter((edge) => edge >= least && edge <= greatest && isMultiple(edge, step)))];
}

/** Integers that a schema accepts; `undefined` if there are none. */
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
