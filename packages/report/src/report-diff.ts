import type { Level, OutcomeKind, RunOutcome } from "./outcome.ts";

/** The version of the format that `serialiseDiff` writes. */
export const DIFF_FORMAT = "plumbline-diff/1";

/** One of the two compared runs. */
export interface DiffSide {
  readonly run: string;
  readonly startedAt: string;
  readonly tool: string;
  readonly target: string;
  readonly url: string;
  readonly profile: string;
  readonly outcome: RunOutcome;
  /** Hash of the observed behaviour, from `fingerprintOf`. */
  readonly fingerprint: string;
}

/** The result of a check in one run, without details that differ between equal runs. */
export interface Reading {
  readonly outcome: OutcomeKind;
  /** The outcome in words, with expected and received for a broken check. */
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

/** A place that the description leaves open and where the target's behaviour changed. */
export interface ObservationChange {
  readonly check: string;
  readonly before: string;
  readonly after: string;
}

/** A check whose results in the two runs cannot be compared, and why. */
export interface NotComparable {
  readonly check: string;
  readonly reason: string;
}

/** A comparison of two runs: new failures, fixed checks, and other changes. */
export interface ReportDiff {
  readonly format: typeof DIFF_FORMAT;
  readonly before: DiffSide;
  readonly after: DiffSide;
  /**
   * Differences between the runs themselves that may explain all others, such as another profile or version of the
   * suite.
   */
  readonly conditions: readonly string[];
  /** Checks that are broken only in the later run. */
  readonly newFailures: readonly CheckChange[];
  /** Checks that are broken only in the earlier run. */
  readonly fixed: readonly CheckChange[];
  /** Checks that are broken in both runs with different findings or outcomes. */
  readonly changedEvidence: readonly CheckChange[];
  readonly changedObservations: readonly ObservationChange[];
  readonly notComparable: readonly NotComparable[];
  /** Numbers of checks with the same result: all, those broken in both runs, and those of them that fail a run. */
  readonly unchanged: { readonly checks: number; readonly broken: number; readonly failing?: number };
  /** True when a new failure is not on the list of known failures. */
  readonly worse: boolean;
}
