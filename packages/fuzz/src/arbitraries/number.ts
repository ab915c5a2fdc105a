import type { JsonSchema } from "@plumbline/schemas";
import fc from "fast-check";

/** Finite numbers within the bounds; never negative zero, which JSON does not keep. */
export function numberArbitrary(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { minimum, maximum } = schema;
  const edges = [minimum, maximum, 0].filter(
    (edge) => edge !== undefined && edge >= (minimum ?? edge) && edge <= (maximum ?? edge),
  );
  const drawn = fc
    .double({
      noNaN: true,
      noDefaultInfinity: true,
      ...(minimum === undefined ? {} : { min: minimum }),
      ...(maximum === undefined ? {} : { max: maximum }),
    })
    .map((value) => (value === 0 ? 0 : value));
  return edges.length === 0
    ? drawn
    : fc.oneof({ weight: 6, arbitrary: drawn }, { weight: 1, arbitrary: fc.constantFrom(...edges) });
}
