import type { Judgement } from "../../ground/judgement.ts";
import type { Passed } from "../passed.ts";

/** A judgement that several exchanges led to, with the exchange that shows it. */
export interface Found {
  /** The id of the requirement; the call gives operation and version. */
  readonly requirement: string;
  readonly judgement: Judgement;
  readonly passed: Passed;
}

/** A write that the server may have carried out, or still may: its records are unknown until an answer shows them. */
export interface DoubtedWrite {
  /** The request, if it addresses an operation and the whole exchange was seen. */
  readonly passed?: Passed;
  /** The values in its path; absent: it may have changed anything. */
  readonly place?: Readonly<Record<string, string>>;
  /** The time of the request, and the time until which the server may carry it out, in milliseconds since the epoch. */
  readonly from: number;
  readonly until: number;
}

/**
 * Remembers exchanges and judges them together. It decides requirements that a run tests with requests that depend on
 * each other. Anything that chance or another client could explain must appear twice.
 */
export interface Onlooker {
  /** The ids of the requirements that it may decide. */
  readonly decides: readonly string[];
  readonly see: (passed: Passed) => readonly Found[];
  /** Forgets the state that a write of unknown outcome may have changed. */
  readonly doubt?: (write: DoubtedWrite) => void;
  /** The findings that need the end of the traffic. */
  readonly finish?: () => readonly Found[];
}
