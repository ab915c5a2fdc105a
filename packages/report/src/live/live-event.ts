import type { DecidingLine } from "../deciding-lines.ts";
import type { Verdict } from "../report.ts";
import type { Tone } from "../tone.ts";

/** What can be run from the page. */
export const SCOPES = ["all", "failed", "area", "requirement", "operation", "check"] as const;

/** How much of the checks a run of the live page covers. */
export type Scope = (typeof SCOPES)[number];

/** What the page asks for when something is to run; `name` for scopes of one thing. */
export interface RunWish {
  readonly scope: Scope;
  readonly name?: string;
  /** One of the targets that the page offers; the one shown when left out. */
  readonly target?: string;
  /** For targets that are no file: the names they speak. */
  readonly profile?: string;
}

/** What the page asks for when a failure is to be listed as known. */
export interface KnownWish {
  readonly check: string;
  readonly reason: string;
}

/** How far a run is. */
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

/** A broken check, as it is seen while the run goes on. */
export interface LiveFailure {
  readonly check: string;
  readonly requirement: string;
  readonly text: string;
  readonly level: string;
  readonly outcome: Verdict["outcome"];
  readonly place: string;
  readonly expected: string;
  readonly received: string;
  /** What the target does, in a line. */
  readonly symptom: string;
  /** The exchange that decided, where it was kept. */
  readonly deciding?: LiveDeciding;
}

/** The request of an exchange that decided, with what of its answer did. */
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

/** A run that goes on: what it is about, how far it is, and what broke. */
export interface LiveRun {
  readonly words: string;
  readonly target: string;
  /** How long it has gone on. */
  readonly milliseconds: number;
  readonly progress?: LiveProgress;
  /** How many failed; the list below holds no more than the first of them. */
  readonly failed: number;
  readonly failures: readonly LiveFailure[];
  readonly stopping: boolean;
}

/** What the last run came to, in a few words. */
export interface LiveResult {
  readonly tone: Tone;
  readonly words: string;
}

/**
 * What the server tells a page. The first event of each connection is `standing`, which is everything: a page that was
 * reloaded, or lost its connection, has missed nothing.
 */
export type LiveEvent =
  | {
      readonly type: "standing";
      /** Changes whenever the pages that the server gives have something new to show. */
      readonly page: number;
      readonly run?: LiveRun;
      readonly last?: LiveResult;
      /** What is waited for to run what failed again. */
      readonly waitsFor?: string;
    }
  | { readonly type: "progress"; readonly progress: LiveProgress }
  | { readonly type: "failures"; readonly failed: number; readonly failures: readonly LiveFailure[] }
  | { readonly type: "requests"; readonly requests: readonly LiveRequest[] };

/** What the page is written with. */
export interface LiveData {
  /** Path below which everything is served, with a slash at both ends. */
  readonly base: string;
  readonly page: number;
  /** The newest result, and not an earlier run or a comparison. */
  readonly newest: boolean;
}
