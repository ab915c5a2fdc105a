import type { Draw } from "@plumbline/conformance";
import fc from "fast-check";
import { arbitraryOf } from "./arbitrary-of.ts";
import { proseArbitrary } from "./prose.ts";

/** Values by a seed: the same calls in the same order draw the same. */
export function drawBySeed(seed: number): Draw {
  let calls = 0;
  const one = <T>(arbitrary: fc.Arbitrary<T>): T => {
    calls += 1;
    const [value] = fc.sample(arbitrary, { seed: seed + calls * STEP, numRuns: 1 });
    return value as T;
  };
  return {
    of: (schema) => one(arbitraryOf(schema)),
    prose: (longest) => one(proseArbitrary(1, longest)),
    integer: (min, max) => one(fc.integer({ min, max })),
    oneOf: (values) => one(fc.constantFrom(...values)),
    anything: () => JSON.parse(JSON.stringify(one(fc.jsonValue({ maxDepth: 1 })))),
  };
}

/** Seeds of neighbouring calls lie apart, so that the second call of one body is not the first of the next. */
const STEP = 7_919;
