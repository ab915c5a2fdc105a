import type { Exchange } from "@plumbline/client";
import type { Choice, Shard } from "../cases/subjects.ts";
import type { TestCase } from "../cases/test-case.ts";
import type { FuzzLog } from "../coverage/log.ts";
import type { Ear } from "../failures/ear.ts";
import type { Reach } from "../memory/reach.ts";
import type { Share } from "./budget.ts";

/** Settings for all campaigns of a run. */
export interface Search {
  readonly seed: number;
  readonly choice: Choice;
  readonly share: Share;
  readonly log?: FuzzLog;
  readonly shard?: Shard;
  /** Milliseconds since the epoch after which no request starts. */
  readonly until?: number;
  /** Requests without a new result after which the search ends. */
  readonly dryAfter?: number;
  /**
   * Continues with drawn requests when all enumerated ones were sent.
   * @default false
   */
  readonly endless?: boolean;
  /** Turns results of the rules about all answers into failures of test cases. */
  readonly ear?: Ear;
  /** The results of earlier runs: their requests come first, and use at most half of the requests and of the time. */
  readonly reach?: Reach;
  /**
   * The size of the share before the first request.
   * @default no limit
   */
  readonly requests?: number;
  readonly onRequest?: () => void;
  /** Called for every test case as sent, with its answer. */
  readonly onAnswer?: (testCase: TestCase, exchange: Exchange) => void;
}
