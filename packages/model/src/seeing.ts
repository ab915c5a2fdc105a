import type { Contradiction, ContradictionClass } from "./contradiction.ts";
import type { Asked } from "./observation.ts";

/** One agreement, and the read it speaks for: where two reads agree, there is one of each, whichever came first. */
export interface Agreement extends Pick<Asked, "operation" | "version"> {
  readonly class: ContradictionClass;
}

/** What an answer says of what was known: where it agrees, and where it does not. */
export interface Seeing {
  readonly contradictions: readonly Contradiction[];
  readonly upheld: readonly Agreement[];
  /** Ids of records of which the same view has shown something else before, of what may move. */
  readonly moved: readonly string[];
  /** Ids of records of which it shows something that may move. */
  readonly stepped: readonly string[];
}
