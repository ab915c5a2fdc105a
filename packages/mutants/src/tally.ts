import type { Explanation } from "./explained.ts";
import { type Finding, KINDS } from "./finding.ts";
import type { Mutant } from "./mutant.ts";

/** A tried mutant and its result. */
export interface Tried {
  readonly mutant: Mutant;
  readonly finding: Finding;
}

/** The differences between a run and the explanations. */
export interface Disagreement {
  readonly unexplained: readonly Mutant[];
  /** Explained survivors that were detected. */
  readonly noticed: readonly Explanation[];
  /** Explanations whose mutant no longer exists. */
  readonly gone: readonly Explanation[];
}

/** Compares a run with the explanations of a package; `known` are all existing mutants. */
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

/** The number of mutants of each kind, in the order of `KINDS`. */
export function counts(tried: readonly Tried[]): readonly number[] {
  return KINDS.map((kind) => tried.filter(({ finding }) => finding.kind === kind).length);
}

/** The counts of each group by its name, sorted by name. */
export function countsBy(
  tried: readonly Tried[],
  nameOf: (mutant: Mutant) => string,
): readonly (readonly [name: string, counts: readonly number[]])[] {
  const names = [...new Set(tried.map(({ mutant }) => nameOf(mutant)))].sort();
  return names.map((name) => [name, counts(tried.filter(({ mutant }) => nameOf(mutant) === name))]);
}

/** The folder below `src` that contains a mutant, or its file if it is in none. */
export const areaOf = ({ file }: Mutant): string => file.split("/")[0] ?? file;
