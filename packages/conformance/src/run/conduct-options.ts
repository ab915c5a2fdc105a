import type { ConnectOptions, Exchange } from "@plumbline/client";
import type { BystanderCare } from "../custody/request.ts";
import type { Journal } from "../ground/journal.ts";
import type { Check } from "../plan/check.ts";
import type { Selection } from "../plan/selection.ts";
import type { Requirement, WatchRequirement } from "../rule/requirement.ts";
import type { Progress, Replay } from "./run-options.ts";

/** How a run is done, apart from the target and what to check. */
export interface ConductOptions {
  readonly requirements: readonly Requirement[];
  /** Rules about all answers that hear what the requirements bring, and have a verdict only where an answer shows one. */
  readonly listening?: readonly WatchRequirement[];
  readonly selection?: Selection;
  /** Checks at a time. Default 16. */
  readonly jobs?: number;
  /**
   * Milliseconds that one check may wait for a target whose clock cannot be moved, and that a target may ask to be left
   * alone without answering anything of use; in all ten times as much. Default 120 seconds.
   */
  readonly patience?: number;
  /** What is done about records that stand beside those which are written. Default: two more are made to stand there. */
  readonly bystanders?: BystanderCare;
  readonly journal?: Journal;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress & { readonly exchanges: number }) => void;
  /** Hears of what is waited for before it is. */
  readonly onWait?: (text: string) => void;
  readonly onPlan?: (checks: readonly Check[]) => void;
  readonly replay?: Replay;
  readonly connection?: Partial<ConnectOptions>;
  /** Hears of every exchange as it was on the wire, secrets included: for measuring, never for storing. */
  readonly onWire?: (exchange: Exchange) => void;
  readonly seed?: number;
  /** Exchanges of campaigns that are written besides evidence: the newest, once they are over. Default: every one, as it happens. */
  readonly keepExchanges?: number;
  /** Shown in the report: the command line and the version of the program. */
  readonly command: string;
  readonly toolVersion: string;
  readonly runId: string;
}
