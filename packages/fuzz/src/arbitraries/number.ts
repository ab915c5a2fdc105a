import fc from "fast-check";
import { isBinary } from "./decimal.ts";
import { divisorsOf, type Keywords } from "./keywords.ts";
import { decimalMultiples, type Reach } from "./multiples.ts";
import { nothing, type Scope } from "./scope.ts";

/** Multiples are drawn up to this many steps from zero if there is no closer bound. */
const STEPS = 2 ** 31;

/** Finite numbers within the bounds, without negative zero, which JSON does not preserve. */
export function numberArbitrary(schema: Keywords, pointer: string, scope: Scope): fc.Arbitrary<unknown> | undefined {
  const { multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const least = Math.max(minimum ?? -Number.MAX_VALUE, exclusiveMinimum ?? -Number.MAX_VALUE);
  const most = Math.min(maximum ?? Number.MAX_VALUE, exclusiveMaximum ?? Number.MAX_VALUE);
  const keeps = (value: number): boolean =>
    value >= least && value <= most && value !== exclusiveMinimum && value !== exclusiveMaximum;
  if (least > most || (least === most && !keeps(least))) return nothing(scope, "minimum", pointer);
  if (multipleOf !== undefined) {
    const divisors = divisorsOf(schema);
    const reach = { least, most, keeps };
    const all = divisors.every(isBinary) ? multiples(multipleOf, reach) : decimalMultiples(multipleOf, divisors, reach);
    return all ?? nothing(scope, "multipleOf", pointer);
  }
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

function multiples(step: number, { least, most, keeps }: Reach): fc.Arbitrary<unknown> | undefined {
  let [min, max] = [Math.max(Math.ceil(least / step), -STEPS), Math.min(Math.floor(most / step), STEPS)];
  if (!keeps(min * step)) min += 1;
  if (!keeps(max * step)) max -= 1;
  if (min > max) return undefined;
  return fc.integer({ min: min + 0, max: max + 0 }).map((steps) => steps * step + 0);
}
