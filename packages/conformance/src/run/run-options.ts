import type { Knowledge } from "@plumbline/model";
import type { Change, Redacted, Verdict } from "@plumbline/report";
import type { Stage } from "../ground/stage.ts";
import type { Check } from "../plan/check.ts";
import type { Purse } from "./spending.ts";

/** A step of the run for the terminal and the live page; `done` and `total` count checks. */
export interface Progress {
  readonly stage: Stage;
  readonly done: number;
  readonly total: number;
  readonly failures: number;
  /** Checks that wait for a state of the target, in addition to those of the stage. */
  readonly waiting: readonly string[];
}

/** Settings of `run`: how many checks at a time, for how long, and who hears of the progress. */
export interface RunOptions {
  /** Checks in addition to the plan, sent only for their answers and not judged. */
  readonly witnesses?: readonly Check[];
  /** Checks at a time. */
  readonly jobs: number;
  readonly onProgress?: (progress: Progress) => void;
  /** The budget; checks that do not fit in are left out. Default: no limit. */
  readonly purse?: Purse;
  /** Milliseconds that one check may wait, in all, for a target whose clock cannot be moved. Default 120 seconds. */
  readonly patience?: number;
  /** The shell command that repeats one check, together with the check whose request got the answer. */
  readonly replay?: Replay;
}

/** Builds the command that repeats a check; `along` is another check that must run with it to show the same result. */
export type Replay = (check: string, along?: string) => string;

/** The verdicts of all checks, and the changes that the run made to the target, without secrets. */
export interface RunResult {
  readonly verdicts: readonly Redacted<Verdict>[];
  readonly changes: readonly Redacted<Change>[];
  /** Advice on writes that the target turned out to lack. */
  readonly missing?: string;
  /** The amount of knowledge of the model at the end. */
  readonly knowledge: Knowledge;
}
