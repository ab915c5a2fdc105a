/** How hard a rule is, in the sense of RFC 2119; UNSPECIFIED marks what the description leaves open. */
export type Level = "MUST" | "SHOULD" | "MAY" | "UNSPECIFIED";

/** Every level, the hardest first. */
export const LEVELS: readonly Level[] = ["MUST", "SHOULD", "MAY", "UNSPECIFIED"];

/** What a broken verdict rests on, of all that its check has sent. */
export interface Deciding {
  /** Id of the exchange that decided. */
  readonly exchange: string;
  /** The part of its answer that did: `status`, `header NAME` or a JSON pointer into its body. Not there: all of it. */
  readonly where?: string;
  /** Id of an exchange before it that asked otherwise: the valid request beside the invalid one, the write before the read. */
  readonly twin?: string;
}

/** What was found instead of what a rule asks for. */
interface Broken {
  readonly expected: string;
  readonly received: string;
  readonly deciding?: Deciding;
}

/** What one check came to. The members say who is at fault: target, set-up, harness, or nobody. */
export type Outcome =
  | { readonly outcome: "pass" }
  /** A MUST that the target breaks. */
  | ({ readonly outcome: "fail" } & Broken)
  /** A SHOULD that the target breaks. */
  | ({ readonly outcome: "warn" } & Broken)
  /** Broken, and listed in the user's file of known failures. */
  | ({ readonly outcome: "known-fail"; readonly reason: string; readonly issue?: string } & Broken)
  /** Broken in `failed` of `of` tries against fresh fixtures. */
  | ({ readonly outcome: "flaky"; readonly failed: number; readonly of: number } & Broken)
  /** The description is silent; `note` says what the target does. */
  | { readonly outcome: "observed"; readonly note: string }
  /** Something is missing; `reason` names it and what to do about it. Never green. */
  | { readonly outcome: "could-not-run"; readonly reason: string }
  /** The rule does not apply to this target; `reason` says why. */
  | { readonly outcome: "not-applicable"; readonly reason: string }
  /** Plumbline itself went wrong. */
  | { readonly outcome: "harness-error"; readonly message: string };

/** The word for what a check came to. */
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

/** Every way in which a run ends. */
export const RUN_OUTCOMES = ["passed", "failed", "incomplete", "harness-error", "unreachable", "interrupted"] as const;
