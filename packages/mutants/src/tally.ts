import type { Explanation } from "./explained.ts";
import { type Finding, KINDS } from "./finding.ts";
import type { Mutant } from "./mutant.ts";

/** A mutant that was tried, and what became of it. */
export interface Tried {
  readonly mutant: Mutant;
  readonly finding: Finding;
}

/** What of a run does not agree with the explanations. */
export interface Disagreement {
  readonly unexplained: readonly Mutant[];
  /** What is said to go unnoticed, and is not. */
  readonly noticed: readonly Explanation[];
  /** What is explained, and is no mutant any more. */
  readonly gone: readonly Explanation[];
}

/** Compares a run with the explanations of a package, of which `known` are all the mutants there are. */
export function disagreement(
  tried: readonly Tried[],
  explanations: readonly Explanation[],
  known: readonly Mutant[],
): Disagreement {
  const explained = new Set(explanations.map(({ id }) => id));
  const ids = new Set(known.map(({ id }) => id));
  const noticed = new Set(tried.flatMap(({ mutant, finding }) => (finding.kind === "survived" ? [] : [mutant.id])));
  return {
    unexplained: tried.flatMap(({ mutant, finding }) =>
      finding.kind === "survived" && !explained.has(mutant.id) ? [mutant] : [],
    ),
    noticed: explanations.filter(({ id }) => noticed.has(id)),
    gone: explanations.filter(({ id }) => !ids.has(id)),
  };
}

/** How many came to what, in the order of `KINDS`. */
export function counts(tried: readonly Tried[]): readonly number[] {
  return KINDS.map((kind) => tried.filter(({ finding }) => finding.kind === kind).length);
}

/** The counts of each group, by its name, the names in order. */
export function countsBy(
  tried: readonly Tried[],
  nameOf: (mutant: Mutant) => string,
): readonly (readonly [name: string, counts: readonly number[]])[] {
  const names = [...new Set(tried.map(({ mutant }) => nameOf(mutant)))].sort();
  return names.map((name) => [name, counts(tried.filter(({ mutant }) => nameOf(mutant) === name))]);
}

/** The folder below `src` that a mutant stands in, or its file where there is none. */
export const areaOf = ({ file }: Mutant): string => file.split("/")[0] ?? file;
