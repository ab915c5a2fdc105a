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

/** Those of the files and folders that are named; all where none is. */
export function fromUnder(under: readonly string[], mutants: readonly Mutant[]): readonly Mutant[] {
  return under.length === 0 ? mutants : mutants.filter(({ file }) => under.some((path) => isUnder(file, path)));
}

const isUnder = (file: string, path: string): boolean => file === path || file.startsWith(`${path}/`);
