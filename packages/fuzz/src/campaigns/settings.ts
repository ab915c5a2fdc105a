import type { Exchange } from "@plumbline/client";
import type { Choice, Shard } from "../cases/subjects.ts";
import type { TestCase } from "../cases/test-case.ts";
import type { FuzzLog } from "../coverage/log.ts";
import type { Ear } from "../failures/ear.ts";
import type { Reach } from "../memory/reach.ts";
import type { Share } from "./budget.ts";

/** How the campaigns of a run are worked off together. */
export interface Search {
  readonly seed: number;
  readonly choice: Choice;
  readonly share: Share;
  readonly log?: FuzzLog;
  readonly shard?: Shard;
  /** Milliseconds since the epoch after which nothing more is begun. */
  readonly until?: number;
  /** Requests without anything new after which the search ends. */
  readonly dryAfter?: number;
  /** Goes on with drawn requests when all enumerated ones were sent. @default false */
  readonly endless?: boolean;
  /** Makes failures of what rules about all answers say to the answers of test cases. */
  readonly ear?: Ear;
  /** What earlier runs have reached is asked first, with half of the requests and of the time at most. */
  readonly reach?: Reach;
  /** Requests that the share has when nothing is sent. @default no limit */
  readonly requests?: number;
  readonly onRequest?: () => void;
  /** Hears of every test case as it was sent and of its answer. */
  readonly onAnswer?: (testCase: TestCase, exchange: Exchange) => void;
}
