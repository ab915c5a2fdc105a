import type { Asked } from "./arguments.ts";
import type { Instrumented } from "./instrument.ts";
import type { Aside, Mutant } from "./mutant.ts";
import { sampleOf } from "./sample.ts";
import { UsageError } from "./usage-error.ts";

/** Which mutants there are, and which of them are tried. */
export interface Drawing {
  readonly all: readonly Mutant[];
  readonly asides: readonly Aside[];
  /** How many were looked at for being reached. */
  readonly looked: number;
  readonly reached: readonly Mutant[];
  readonly chosen: readonly Mutant[];
}

/**
 * Draws a sample of what is reached, or finds what was asked for by id.
 * @throws UsageError for an id that no mutant has, or one that nothing reaches.
 */
export function drawn(
  { only, sample, seed }: Pick<Asked, "only" | "sample" | "seed">,
  { mutants, asides }: Pick<Instrumented, "mutants" | "asides">,
  reached: readonly Mutant[],
  looked: number = mutants.length,
): Drawing {
  if (reached.length === 0) throw new Error("nothing reaches any mutant: what judges them does not pass as it is");
  const missing = only.filter((id) => !reached.some((mutant) => mutant.id === id));
  const [first] = missing;
  if (first !== undefined)
    throw new UsageError(
      mutants.some(({ id }) => id === first) ? `${first} is not reached` : `there is no mutant ${first}`,
    );
  const chosen = only.length > 0 ? reached.filter(({ id }) => only.includes(id)) : sampleOf(reached, sample, seed);
  return { all: mutants, asides, looked, reached, chosen };
}
