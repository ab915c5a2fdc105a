import type { Contradiction, ContradictionClass } from "./contradiction.ts";
import type { Asked } from "./observation.ts";

/** One agreement, and the read that it confirms. If two reads agree, each is confirmed, in either order. */
export interface Agreement extends Pick<Asked, "operation" | "version"> {
  readonly class: ContradictionClass;
}

/** The agreements and contradictions between one answer and what was known. */
export interface Seeing {
  readonly contradictions: readonly Contradiction[];
  readonly upheld: readonly Agreement[];
  /** Ids of records for which the same view showed another value of a moving member before. */
  readonly moved: readonly string[];
  /** Ids of records with a moving member in this answer. */
  readonly stepped: readonly string[];
}
