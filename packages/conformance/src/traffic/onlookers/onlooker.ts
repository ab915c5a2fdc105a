import type { Judgement } from "../../ground/judgement.ts";
import type { Passed } from "../passed.ts";

/** What an exchange shows of a rule that it takes several to see. */
export interface Found {
  /** Id of the requirement; the operation and version are those of the exchange. */
  readonly requirement: string;
  readonly judgement: Judgement;
  readonly passed: Passed;
}

/** A write that may have been carried out, or may be yet: what it was about is not known any more until it is read. */
export interface DoubtedWrite {
  /** The request, where it is one of an operation and all of it was seen. */
  readonly passed?: Passed;
  /** Values in its path; not there: it may have changed anything. */
  readonly place?: Readonly<Record<string, string>>;
  /** When it was sent, and until when it may be carried out: milliseconds since the epoch. */
  readonly from: number;
  readonly until: number;
}

/**
 * Remembers what passes and tells what follows from it: the form, for traffic of others, of rules that a run shows by
 * requests which depend on each other. What may be chance, or somebody else's doing, has to be seen twice.
 */
export interface Onlooker {
  /** Requirements that it may decide. */
  readonly decides: readonly string[];
  readonly see: (passed: Passed) => readonly Found[];
  /** Forgets what a write of unknown outcome may have changed. */
  readonly doubt?: (write: DoubtedWrite) => void;
  /** What is only known when everything has passed. */
  readonly finish?: () => readonly Found[];
}
