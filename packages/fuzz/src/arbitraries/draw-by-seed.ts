import type { Draw } from "@plumbline/conformance";
import fc from "fast-check";
import { arbitraryOf } from "./arbitrary-of.ts";
import { proseArbitrary } from "./prose.ts";

/** Draws values by a seed: the same calls in the same order return the same values. */
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

/**
 * The distance between the seeds of consecutive calls: the second call for one body must not equal the first for the
 * next.
 */
const STEP = 7_919;
