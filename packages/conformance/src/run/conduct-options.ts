import type { ConnectOptions, Exchange } from "@plumbline/client";
import type { BystanderCare } from "../custody/request.ts";
import type { Journal } from "../ground/journal.ts";
import type { Check } from "../plan/check.ts";
import type { Selection } from "../plan/selection.ts";
import type { Requirement, WatchRequirement } from "../rule/requirement.ts";
import type { Progress, Replay } from "./run-options.ts";

/** The settings of a run, apart from the target and its checks. */
export interface ConductOptions {
  readonly requirements: readonly Requirement[];
  /**
   * Invariants that also see the exchanges of the requirements; they get a verdict only if an exchange concerns them.
   */
  readonly listening?: readonly WatchRequirement[];
  readonly selection?: Selection;
  /** Checks at a time. Default 16. */
  readonly jobs?: number;
  /**
   * Milliseconds that one check may wait for a target whose clock cannot be moved, and that a target may ask the run to
   * wait without a useful answer. The total is ten times as much. Default 120 seconds.
   */
  readonly patience?: number;
  /**
   * How the run protects the records that a write does not address. Default: it creates two more records to compare.
   */
  readonly bystanders?: BystanderCare;
  readonly journal?: Journal;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress & { readonly exchanges: number }) => void;
  /** Gets a sentence about each wait before it begins. */
  readonly onWait?: (text: string) => void;
  readonly onPlan?: (checks: readonly Check[]) => void;
  readonly replay?: Replay;
  readonly connection?: Partial<ConnectOptions>;
  /** Gets every exchange as it was on the wire, secrets included: for measuring, never for storing. */
  readonly onWire?: (exchange: Exchange) => void;
  readonly seed?: number;
  /**
   * Exchanges of campaigns that are written in addition to evidence: the newest, once the campaigns are over. Default:
   * every one, as it happens.
   */
  readonly keepExchanges?: number;
  /** Shown in the report: the command line and the version of the program. */
  readonly command: string;
  readonly toolVersion: string;
  readonly runId: string;
}
