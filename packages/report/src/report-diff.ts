import type { Level, OutcomeKind, RunOutcome } from "./outcome.ts";

/** The version of the format that `serialiseDiff` writes. */
export const DIFF_FORMAT = "plumbline-diff/1";

/** One of the two runs that are compared. */
export interface DiffSide {
  readonly run: string;
  readonly startedAt: string;
  readonly tool: string;
  readonly target: string;
  readonly url: string;
  readonly profile: string;
  readonly outcome: RunOutcome;
  /** Hash of the observed behaviour, as of `fingerprintOf`. */
  readonly fingerprint: string;
}

/** What a check came to in one run, without what may differ between equal runs. */
export interface Reading {
  readonly outcome: OutcomeKind;
  /** Outcome in words, with what was expected and received where the check is broken. */
  readonly text: string;
}

/** A check that both runs decided, with different results. */
export interface CheckChange {
  readonly check: string;
  readonly requirement: string;
  readonly level: Level;
  readonly before: Reading;
  readonly after: Reading;
}

/** A place that the description leaves open, where the target now does something else. */
export interface ObservationChange {
  readonly check: string;
  readonly before: string;
  readonly after: string;
}

/** A check of which the two runs say nothing together, and why. */
export interface NotComparable {
  readonly check: string;
  readonly reason: string;
}

/** Two runs compared: what broke, what was mended, what changed without either. */
export interface ReportDiff {
  readonly format: typeof DIFF_FORMAT;
  readonly before: DiffSide;
  readonly after: DiffSide;
  /** Differences of the runs themselves that may explain all others, such as another profile or version of the suite. */
  readonly conditions: readonly string[];
  /** Checks that are broken now and were not. */
  readonly newFailures: readonly CheckChange[];
  /** Checks that were broken and are not any more. */
  readonly fixed: readonly CheckChange[];
  /** Checks that are broken in both, in another way or judged in another way. */
  readonly changedEvidence: readonly CheckChange[];
  readonly changedObservations: readonly ObservationChange[];
  readonly notComparable: readonly NotComparable[];
  /** Checks that came to the same; those of them that are broken in both; and of these such as make a run fail. */
  readonly unchanged: { readonly checks: number; readonly broken: number; readonly failing?: number };
  /** True when a new failure is not on the list of known failures. */
  readonly worse: boolean;
}
