import type { Asked } from "./arguments.ts";
import type { Instrumented } from "./instrument.ts";
import type { Aside, Mutant } from "./mutant.ts";
import { sampleOf } from "./sample.ts";
import { UsageError } from "./usage-error.ts";

/** All mutants, and the sample that is tried. */
export interface Drawing {
  readonly all: readonly Mutant[];
  readonly asides: readonly Aside[];
  /** The number of mutants whose coverage was measured. */
  readonly looked: number;
  readonly reached: readonly Mutant[];
  readonly chosen: readonly Mutant[];
}

/**
 * Draws a sample of the covered mutants, or finds the requested ones by id.
 * @throws UsageError for an id without a mutant, or of a mutant that nothing covers.
 */
export function drawn(
  { only, under, sample, seed }: Pick<Asked, "only" | "under" | "sample" | "seed">,
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
  const stray = under.find((path) => !mutants.some(({ file }) => isUnder(file, path)));
  if (stray !== undefined) throw new UsageError(`--under: no mutant is in a file or folder src/${stray}`);
  const chosen =
    only.length > 0 ? reached.filter(({ id }) => only.includes(id)) : sampleOf(fromUnder(under, reached), sample, seed);
  return { all: mutants, asides, looked, reached, chosen };
}

/** The mutants in the named files and folders; all if none is named. */
export function fromUnder(under: readonly string[], mutants: readonly Mutant[]): readonly Mutant[] {
  return under.length === 0 ? mutants : mutants.filter(({ file }) => under.some((path) => isUnder(file, path)));
}

const isUnder = (file: string, path: string): boolean => file === path || file.startsWith(`${path}/`);
