import type { DecidingLine } from "../deciding-lines.ts";
import type { Verdict } from "../report.ts";
import type { Tone } from "../tone.ts";

/** The selections of checks that the page can run. */
export const SCOPES = ["all", "failed", "area", "requirement", "operation", "check"] as const;

/** The selection of checks that a run of the live page covers. */
export type Scope = (typeof SCOPES)[number];

/** A request of the page to start a run; `name` is for scopes that select one thing. */
export interface RunWish {
  readonly scope: Scope;
  readonly name?: string;
  /** One of the targets that the page offers. Default: the target that is shown. */
  readonly target?: string;
  /** The profile of names, for targets that are not a target file. */
  readonly profile?: string;
}

/** A request of the page to list a failure as known. */
export interface KnownWish {
  readonly check: string;
  readonly reason: string;
}

/** The progress of a run. */
export interface LiveProgress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
  readonly failures: number;
  readonly exchanges: number;
  readonly milliseconds: number;
  /** Checks that wait for the target. */
  readonly waiting: readonly string[];
}

/** A broken check, sent while the run continues. */
export interface LiveFailure {
  readonly check: string;
  readonly requirement: string;
  readonly text: string;
  readonly level: string;
  readonly outcome: Verdict["outcome"];
  readonly place: string;
  readonly expected: string;
  readonly received: string;
  /** The behaviour of the target, on one line. */
  readonly symptom: string;
  /** The exchange that decided, if it was kept. */
  readonly deciding?: LiveDeciding;
}

/** The request of a deciding exchange, with the deciding part of its answer. */
export interface LiveDeciding {
  readonly method: string;
  readonly url: string;
  readonly body?: string;
  readonly lines: readonly DecidingLine[];
}

/** A request that was just answered. */
export interface LiveRequest {
  readonly method: string;
  readonly url: string;
  readonly answer: string;
  readonly milliseconds: number;
}

/** A run in progress: its subject, its progress and its failures. */
export interface LiveRun {
  readonly words: string;
  readonly target: string;
  /** The duration of the run so far. */
  readonly milliseconds: number;
  readonly progress?: LiveProgress;
  /** The number of failures; the list below contains only the first of them. */
  readonly failed: number;
  readonly failures: readonly LiveFailure[];
  readonly stopping: boolean;
}

/** The result of the last run, in a few words. */
export interface LiveResult {
  readonly tone: Tone;
  readonly words: string;
}

/**
 * An event that the server sends to a page. The first event of each connection is `standing`, which contains the whole
 * state, so that a page misses nothing when it reloads or reconnects.
 */
export type LiveEvent =
  | {
      readonly type: "standing";
      /** A number that changes whenever the server has a newer page. */
      readonly page: number;
      readonly run?: LiveRun;
      readonly last?: LiveResult;
      /** The event after which the failed checks run again. */
      readonly waitsFor?: string;
    }
  | { readonly type: "progress"; readonly progress: LiveProgress }
  | { readonly type: "failures"; readonly failed: number; readonly failures: readonly LiveFailure[] }
  | { readonly type: "requests"; readonly requests: readonly LiveRequest[] };

/** The data that the server embeds in the page. */
export interface LiveData {
  /** The base path of everything that is served, with a slash at both ends. */
  readonly base: string;
  readonly page: number;
  /** The page shows the newest result, not an earlier run or a comparison. */
  readonly newest: boolean;
}
