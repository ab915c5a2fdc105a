import type { Judgement } from "../../rule/judgement.ts";
import type { Passed } from "../passed.ts";

/** What an exchange shows of a rule that it takes several to see. */
export interface Found {
  /** Id of the requirement; the operation and version are those of the exchange. */
  readonly requirement: string;
  readonly judgement: Judgement;
  readonly passed: Passed;
}

/**
 * Remembers what passes and tells what follows from it: the form, for traffic of others, of rules that a run shows by
 * requests which depend on each other. What may be chance, or somebody else's doing, has to be seen twice.
 */
export interface Onlooker {
  /** Requirements that it may decide. */
  readonly decides: readonly string[];
  readonly see: (passed: Passed) => readonly Found[];
  /** What is only known when everything has passed. */
  readonly finish?: () => readonly Found[];
}
