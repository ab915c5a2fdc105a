import fc from "fast-check";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import type { Keywords } from "./keywords.ts";
import { nothing, type Scope } from "./scope.ts";

/** Multiples are drawn up to this many steps from zero where no bound is nearer. */
const STEPS = 2 ** 31;

/** Finite numbers within the bounds; never negative zero, which JSON does not keep. */
export function numberArbitrary(schema: Keywords, pointer: string, scope: Scope): fc.Arbitrary<unknown> | undefined {
  const { multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const least = Math.max(minimum ?? -Number.MAX_VALUE, exclusiveMinimum ?? -Number.MAX_VALUE);
  const most = Math.min(maximum ?? Number.MAX_VALUE, exclusiveMaximum ?? Number.MAX_VALUE);
  const keeps = (value: number): boolean =>
    value >= least && value <= most && value !== exclusiveMinimum && value !== exclusiveMaximum;
  if (least > most || (least === most && !keeps(least))) return nothing(scope, "minimum", pointer);
  if (multipleOf !== undefined) return multiples(multipleOf, least, most, keeps, pointer, scope);
  const stated = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum];
  const edges = [...stated, 0].filter((edge) => edge !== undefined && keeps(edge));
  const [min, max] = [stated[0] === undefined ? undefined : least, stated[1] === undefined ? undefined : most];
  const drawn = fc
    .double({
      noNaN: true,
      noDefaultInfinity: true,
      ...(min === undefined ? {} : { min, minExcluded: min === exclusiveMinimum }),
      ...(max === undefined ? {} : { max, maxExcluded: max === exclusiveMaximum }),
    })
    .map((value) => (value === 0 ? 0 : value));
  return edges.length === 0
    ? drawn
    : fc.oneof({ weight: 6, arbitrary: drawn }, { weight: 1, arbitrary: fc.constantFrom(...edges) });
}

function multiples(
  step: number,
  least: number,
  most: number,
  keeps: (value: number) => boolean,
  pointer: string,
  scope: Scope,
): fc.Arbitrary<unknown> | undefined {
  // Others are not exact: 0.07 is no multiple of 0.01 to most validators.
  if (!Number.isInteger(step) && !Number.isInteger(Math.log2(step)))
    throw new UnsupportedKeywordError("multipleOf", pointer, "state a whole number, a half, a quarter or such a part");
  let [min, max] = [Math.max(Math.ceil(least / step), -STEPS), Math.min(Math.floor(most / step), STEPS)];
  if (!keeps(min * step)) min += 1;
  if (!keeps(max * step)) max -= 1;
  if (min > max) return nothing(scope, "multipleOf", pointer);
  return fc.integer({ min: min + 0, max: max + 0 }).map((steps) => steps * step + 0);
}
