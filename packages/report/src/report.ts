import type { Level, Outcome, OutcomeKind, RunOutcome } from "./outcome.ts";
import type { Passed } from "./redacted.ts";
import type { ReportViews } from "./report-views.ts";

/** The version of the format; a reader refuses any other, so it changes whenever a reader could be misled. */
export const REPORT_FORMAT = "plumbline-report/2";

/** Where a rule comes from: the text itself, one of the derivation rules D1-D8 or an RFC, or nowhere. */
export type Basis = "stated" | `derived:${string}` | "not-shown";

/** How a requirement is examined. */
export type RequirementKind = (typeof REQUIREMENT_KINDS)[number];

/** Every kind of requirement; `silent` is what the description leaves open. */
export const REQUIREMENT_KINDS = ["probe", "watch", "story", "campaign", "silent"] as const;

/** The verdict of one check: one requirement on one operation under one interface version. */
export type Verdict = {
  /** Stable for ever, such as `PAGE-ITEMS-REJECT@listAlerts/v2`. */
  readonly check: string;
  readonly requirement: string;
  readonly operation?: string;
  readonly version?: string;
  /** Ids of the exchanges that the verdict rests on, in the order they were sent. */
  readonly evidence: readonly string[];
  /** The shell command that runs this check alone against the same target. */
  readonly replay?: string;
} & Outcome;

/** A requirement and the worst outcome of its checks. */
export interface RequirementSummary {
  readonly id: string;
  readonly area: string;
  readonly kind: RequirementKind;
  readonly level: Level;
  readonly basis: Basis;
  /** The rule in our words. */
  readonly text: string;
  /** The section of the description, such as `Resources and their fields > Alert`. */
  readonly section: string;
  readonly outcome: OutcomeKind;
  readonly checks: number;
  /** The resource is marked as under revision by the description. */
  readonly provisional?: boolean;
}

/** Header fields in the order in which they stood, names as they were written. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** One request and what came of it, already redacted; times are milliseconds since the start of the run. */
export interface ReportExchange {
  readonly id: string;
  readonly check?: string;
  readonly operation?: string;
  readonly version?: string;
  readonly at: number;
  readonly milliseconds: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Headers;
    readonly body?: string;
  };
  readonly response:
    | {
        readonly status: number;
        readonly headers: Headers;
        /** The first part of the body as text; `bodyBytes` counts all of it. */
        readonly body: string;
        readonly bodyBytes: number;
        readonly truncated: boolean;
      }
    | { readonly fault: string; readonly message: string };
  /** A shell line that sends the same request; secrets are named by environment variable. */
  readonly curl?: string;
}

/**
 * Something the run made or changed on the target, and what became of it: `stays` is what nothing takes back, which needs
 * the permission for that; `left` is what should have been undone and was not.
 */
export interface Change {
  readonly operation: string;
  readonly id: string;
  readonly state: (typeof CHANGE_STATES)[number];
  readonly note?: string;
}
/**
 * What became of something that a run made or changed. `disturbed` is what no request addressed and changed or vanished when
 * one or several were sent: `operation` is the last one of these, `note` says what was seen.
 */
export const CHANGE_STATES = ["removed", "restored", "stays", "left", "disturbed"] as const;

/** What was found out about the target before it was judged. */
export interface DoctorFinding {
  readonly subject: string;
  readonly state: (typeof FINDING_STATES)[number];
  readonly text: string;
}
/** How bad a finding is: a problem keeps checks from running. */
export const FINDING_STATES = ["ok", "advice", "problem"] as const;

/** An entry of the user's list of known failures that no longer tells the truth; it makes the gate answer 6. */
export interface StaleKnownFailure {
  readonly check: string;
  /** No check of the run has that id; the check passes; the entry's date is over. */
  readonly state: (typeof STALE_STATES)[number];
}
/** Why an entry of the list of known failures is out of date. */
export const STALE_STATES = ["unmatched", "passes", "expired"] as const;

/** How much there is of what, for a reader who wants no list. */
export type Counts = {
  readonly requirements: number;
  readonly verdicts: number;
  readonly exchanges: number;
  /** Requirements per level and outcome. */
  readonly byLevel: Readonly<Record<Level, Readonly<Record<OutcomeKind, number>>>>;
  /** Verdicts per outcome. */
  readonly byOutcome: Readonly<Record<OutcomeKind, number>>;
};

/** Every kind of target: someone's server, the bundled reference, or a mock. */
export const TARGET_KINDS = ["url", "reference", "prism"] as const;

/** Everything that a run came to: the one format that every renderer reads. */
export interface Report extends ReportViews, Passed {
  readonly format: typeof REPORT_FORMAT;
  readonly tool: { readonly name: "plumbline"; readonly version: string };
  readonly run: {
    readonly id: string;
    /** RFC 3339, UTC. */
    readonly startedAt: string;
    readonly milliseconds: number;
    readonly command: string;
    readonly seed?: number;
    /** What was asked for when it was not everything, such as `--area PAGE`. */
    readonly selection?: string;
  };
  readonly target: {
    readonly name: string;
    readonly kind: (typeof TARGET_KINDS)[number];
    readonly url: string;
    readonly metricsUrl?: string;
    /** The target file, as it was named. */
    readonly file?: string;
    readonly profile: string;
    readonly versions: readonly string[];
    /** The target was made from this same contract: a pass says that the suite agrees with itself. */
    readonly selfConsistency: boolean;
    readonly faults?: readonly string[];
    /** Set when the target says that it does not have all operations of the interface: how many it has. */
    readonly offers?: { readonly operations: number; readonly of: number };
    /** What was not examined because the target file says so, as parts of a sentence. */
    readonly unexamined?: readonly string[];
    /** The risks that the run was allowed to take, such as `read` or `create`. */
    readonly allowed?: readonly string[];
  };
  readonly outcome: RunOutcome;
  /** The outcome and why, in one sentence. */
  readonly reason: string;
  readonly counts: Counts;
  readonly doctor: readonly DoctorFinding[];
  readonly requirements: readonly RequirementSummary[];
  readonly verdicts: readonly Verdict[];
  readonly exchanges: readonly ReportExchange[];
  readonly changes: readonly Change[];
  readonly staleKnownFailures?: readonly StaleKnownFailure[];
}
