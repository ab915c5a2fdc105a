/** How hard a rule is, in the sense of RFC 2119; UNSPECIFIED marks what the description leaves open. */
export type Level = "MUST" | "SHOULD" | "MAY" | "UNSPECIFIED";
export const LEVELS: readonly Level[] = ["MUST", "SHOULD", "MAY", "UNSPECIFIED"];

/** What one check came to. The members say who is at fault: target, set-up, harness, or nobody. */
export type Outcome =
  | { readonly outcome: "pass" }
  /** A MUST that the target breaks. */
  | { readonly outcome: "fail"; readonly expected: string; readonly received: string }
  /** A SHOULD that the target breaks. */
  | { readonly outcome: "warn"; readonly expected: string; readonly received: string }
  /** Broken, and listed in the user's file of known failures. */
  | {
      readonly outcome: "known-fail";
      readonly expected: string;
      readonly received: string;
      readonly reason: string;
      readonly issue?: string;
    }
  /** Broken in `failed` of `of` tries against fresh fixtures. */
  | {
      readonly outcome: "flaky";
      readonly expected: string;
      readonly received: string;
      readonly failed: number;
      readonly of: number;
    }
  /** The description is silent; `note` says what the target does. */
  | { readonly outcome: "observed"; readonly note: string }
  /** Something is missing; `reason` names it and what to do about it. Never green. */
  | { readonly outcome: "could-not-run"; readonly reason: string }
  /** The rule does not apply to this target; `reason` says why. */
  | { readonly outcome: "not-applicable"; readonly reason: string }
  /** Plumbline itself went wrong. */
  | { readonly outcome: "harness-error"; readonly message: string };

export type OutcomeKind = Outcome["outcome"];

/** Every outcome, worst first: a requirement is as bad as the first of these that one of its checks has. */
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

/** What a whole run came to. */
export type RunOutcome = (typeof RUN_OUTCOMES)[number];
export const RUN_OUTCOMES = ["passed", "failed", "incomplete", "harness-error", "unreachable", "interrupted"] as const;
