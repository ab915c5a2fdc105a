import fc from "fast-check";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import type { Keywords } from "./keywords.ts";

/** Least and greatest value of the widths that the contract names; 64 bits end where JSON readers lose digits. */
const WIDTHS: Readonly<Record<string, readonly [number, number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

/**
 * The least and the greatest integer that a schema accepts, the first above the second where there is none. It is 32 bits
 * where it states neither bound nor width, and as far as numbers are exact where a bound lies beyond those.
 */
export function integerBounds(schema: Keywords, pointer = ""): readonly [least: number, greatest: number] {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  const { exclusiveMinimum = minimum - 1, exclusiveMaximum = maximum + 1 } = schema;
  const least = Math.max(Math.ceil(minimum), Math.floor(exclusiveMinimum) + 1);
  const greatest = Math.min(Math.floor(maximum), Math.ceil(exclusiveMaximum) - 1);
  const beyond = least > 2 ** 31 - 1 || greatest < -(2 ** 31);
  const width = WIDTHS[schema.format ?? (beyond ? "int64" : "int32")];
  if (width === undefined)
    throw new UnsupportedKeywordError("format", pointer, `"${schema.format}" is no width of an integer`);
  const step = stepOf(schema, pointer);
  const inward = (bound: number, round: (steps: number) => number): number => round(bound / step) * step + 0;
  return [inward(Math.max(width[0], least), Math.ceil), inward(Math.min(width[1], greatest), Math.floor)];
}

/** What integers of a schema are multiples of. Halves of halves divide every integer; of other parts some are not exact. */
function stepOf({ multipleOf = 1 }: Keywords, pointer: string): number {
  if (Number.isInteger(multipleOf)) return multipleOf;
  if (Number.isInteger(Math.log2(multipleOf))) return 1;
  throw new UnsupportedKeywordError("multipleOf", pointer, "state a whole number, a half, a quarter or such a part");
}

/** The bounds, their inner neighbours, and what lies around zero. */
export function integerEdges(schema: Keywords, pointer = ""): readonly number[] {
  const [least, greatest] = integerBounds(schema, pointer);
  const step = stepOf(schema, pointer);
  const edges = [least, least + step, greatest - step, greatest, -step, 0, step];
  return [...new Set(edges.filter((edge) => edge >= least && edge <= greatest))];
}

export function integerArbitrary(schema: Keywords, pointer: string): fc.Arbitrary<unknown> {
  const [min, max] = integerBounds(schema, pointer);
  const step = stepOf(schema, pointer);
  const drawn =
    step === 1
      ? fc.integer({ min, max })
      : fc.integer({ min: min / step, max: max / step }).map((steps) => steps * step + 0);
  return fc.oneof(
    { weight: 6, arbitrary: drawn },
    { weight: 1, arbitrary: fc.constantFrom(...integerEdges(schema, pointer)) },
  );
}
