/** The level of a rule in the sense of RFC 2119; UNSPECIFIED marks rules that the description leaves open. */
export type Level = "MUST" | "SHOULD" | "MAY" | "UNSPECIFIED";

/** Every level, the strictest first. */
export const LEVELS: readonly Level[] = ["MUST", "SHOULD", "MAY", "UNSPECIFIED"];

/** The exchange on which a broken verdict rests. */
export interface Deciding {
  /** Id of the exchange that decided. */
  readonly exchange: string;
  /**
   * The deciding part of the answer: `status`, `header NAME` or a JSON pointer into the body. Default: the whole
   * answer.
   */
  readonly where?: string;
  /**
   * Id of an earlier exchange for comparison: the valid request before the invalid one, or the write before the read.
   */
  readonly twin?: string;
}

/** The finding of a broken check. */
interface Broken {
  readonly expected: string;
  readonly received: string;
  readonly deciding?: Deciding;
}

/** The result of one check. The variants show who is at fault: the target, the set-up, the harness, or nobody. */
export type Outcome =
  | { readonly outcome: "pass" }
  /** A MUST that the target breaks. */
  | ({ readonly outcome: "fail" } & Broken)
  /** A SHOULD that the target breaks. */
  | ({ readonly outcome: "warn" } & Broken)
  /** Broken, and listed in the user's file of known failures. */
  | ({ readonly outcome: "known-fail"; readonly reason: string; readonly issue?: string } & Broken)
  /** Broken in `failed` of `of` tries with fresh fixtures. */
  | ({ readonly outcome: "flaky"; readonly failed: number; readonly of: number } & Broken)
  /** The description is silent; `note` states the behaviour of the target. */
  | { readonly outcome: "observed"; readonly note: string }
  /** Something is missing; `reason` names it and the remedy. Never counts as success. */
  | { readonly outcome: "could-not-run"; readonly reason: string }
  /** The rule does not apply to this target; `reason` says why. */
  | { readonly outcome: "not-applicable"; readonly reason: string }
  /** A defect of Plumbline itself. */
  | { readonly outcome: "harness-error"; readonly message: string };

/** The name of a check's result. */
export type OutcomeKind = Outcome["outcome"];

/** Every outcome, worst first: the outcome of a requirement is the first of these that one of its checks has. */
export const OUTCOMES: readonly OutcomeKind[] = [
  "harness-error",
  "fail",
  "flaky",
  "known-fail",
  "warn",
  "could-not-run",
  "observed",
  "pass",
  "not-applicable",
];

/** The result of a whole run. */
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** Every result of a run. */
export const RUN_OUTCOMES = ["passed", "failed", "incomplete", "harness-error", "unreachable", "interrupted"] as const;
