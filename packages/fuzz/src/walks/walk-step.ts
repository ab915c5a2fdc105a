import fc from "fast-check";

/**
 * One step of a walk over records of one kind. `of` counts records from the newest, `by` selects one of the operations
 * and versions that can do the step, `value` a body, and `look` the reads that follow.
 */
export interface WalkStep {
  readonly do: "create" | "update" | "remove" | "refused" | "read";
  readonly of: number;
  readonly by: number;
  readonly value: number;
  readonly look: number;
}

const MOST_VALUES = 1_000_000;
const CHOICES = 11;

/**
 * Updates are more frequent than other steps, because they show when a value appears in another record or too early.
 */
const DOES = ["update", "create", "update", "refused", "remove", "read", "update"] as const;

/** Draws a step. `of` is 0 or 1, so that most steps of a walk work on the same records; the selections wrap around. */
export const walkStep: fc.Arbitrary<WalkStep> = fc.record({
  do: fc.constantFrom(...DOES),
  of: fc.nat({ max: 1 }),
  by: fc.nat({ max: CHOICES }),
  value: fc.nat({ max: MOST_VALUES }),
  look: fc.nat({ max: CHOICES }),
});
