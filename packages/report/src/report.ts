import type { Level, Outcome, OutcomeKind, RunOutcome } from "./outcome.ts";
import type { Passed } from "./redacted.ts";
import type { ReportViews } from "./report-views.ts";

/**
 * The version of the format. Readers refuse every other version, so it changes whenever an older reader could misread a
 * report.
 */
export const REPORT_FORMAT = "plumbline-report/2";

/** The origin of a rule: the text itself, one of the derivation rules D1-D8 or an RFC, or nothing. */
export type Basis = "stated" | `derived:${string}` | "not-shown";

/** How a requirement is checked. */
export type RequirementKind = (typeof REQUIREMENT_KINDS)[number];

/** Every kind of requirement; `silent` marks points that the description leaves open. */
export const REQUIREMENT_KINDS = ["probe", "watch", "story", "campaign", "silent"] as const;

/** The verdict of one check: one requirement on one operation under one interface version. */
export type Verdict = {
  /** The id never changes, such as `PAGE-ITEMS-REJECT@listAlerts/v2`. */
  readonly check: string;
  readonly requirement: string;
  readonly operation?: string;
  readonly version?: string;
  /** Ids of the exchanges on which the verdict rests, in the order in which they were sent. */
  readonly evidence: readonly string[];
  /** The shell command that repeats this check alone on the same target. */
  readonly replay?: string;
} & Outcome;

/** A requirement and the worst outcome of its checks. */
export interface RequirementSummary {
  readonly id: string;
  readonly area: string;
  readonly kind: RequirementKind;
  readonly level: Level;
  readonly basis: Basis;
  /** The rule in Plumbline's words, not a quotation. */
  readonly text: string;
  /** The section of the description, such as `Resources and their fields > Alert`. */
  readonly section: string;
  readonly outcome: OutcomeKind;
  readonly checks: number;
  /** The description marks the resource as under revision. */
  readonly provisional?: boolean;
}

/** Header fields in their original order, with names as they were written. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** One request and its result, already redacted. Times are milliseconds since the start of the run. */
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
  /** A shell line that sends the same request, with environment variables in place of secrets. */
  readonly curl?: string;
}

/**
 * A record that the run created or changed on the target, and its final state. `stays`: no operation deletes or
 * restores it, which requires the permission for permanent records. `left`: the run should have deleted or restored it
 * and did not.
 */
export interface Change {
  readonly operation: string;
  readonly id: string;
  readonly state: (typeof CHANGE_STATES)[number];
  readonly note?: string;
}
/**
 * The final states of records. `disturbed`: the record changed or vanished although no request addressed it, after one
 * or several requests; `operation` is the last of these, and `note` describes the change.
 */
export const CHANGE_STATES = ["removed", "restored", "stays", "left", "disturbed"] as const;

/** A finding about the target from before its checks. */
export interface DoctorFinding {
  readonly subject: string;
  readonly state: (typeof FINDING_STATES)[number];
  readonly text: string;
}
/** The severity of a finding: a problem prevents checks from running. */
export const FINDING_STATES = ["ok", "advice", "problem"] as const;

/** An outdated entry of the user's list of known failures; it makes the gate return 6. */
export interface StaleKnownFailure {
  readonly check: string;
  /**
   * `unmatched`: the run has no check with that id. `passes`: the check passes. `expired`: the entry's date has passed.
   */
  readonly state: (typeof STALE_STATES)[number];
}
/** Why an entry of the list of known failures is outdated. */
export const STALE_STATES = ["unmatched", "passes", "expired"] as const;

/** Numbers for readers who need no lists. */
export type Counts = {
  readonly requirements: number;
  readonly verdicts: number;
  readonly exchanges: number;
  /** Requirements per level and outcome. */
  readonly byLevel: Readonly<Record<Level, Readonly<Record<OutcomeKind, number>>>>;
  /** Verdicts per outcome. */
  readonly byOutcome: Readonly<Record<OutcomeKind, number>>;
};

/** Every kind of target: a user's server, the bundled reference, or a mock. */
export const TARGET_KINDS = ["url", "reference", "prism"] as const;

/** All results of a run: the one format that every renderer reads. */
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
    /** The selection of checks if it was not everything, such as `--area PAGE`. */
    readonly selection?: string;
  };
  readonly target: {
    readonly name: string;
    readonly kind: (typeof TARGET_KINDS)[number];
    readonly url: string;
    readonly metricsUrl?: string;
    /** The path of the target file, as the user named it. */
    readonly file?: string;
    readonly profile: string;
    readonly versions: readonly string[];
    /** The target was generated from the same contract: a pass shows only that the suite agrees with itself. */
    readonly selfConsistency: boolean;
    readonly faults?: readonly string[];
    /** The number of operations that the target offers; present when it does not offer all of them. */
    readonly offers?: { readonly operations: number; readonly of: number };
    /** Parts of the interface that the target file excludes, each as part of a sentence. */
    readonly unexamined?: readonly string[];
    /** The risks that the run was allowed to take, such as `read` or `create`. */
    readonly allowed?: readonly string[];
  };
  readonly outcome: RunOutcome;
  /** The reason for the outcome, in one sentence. */
  readonly reason: string;
  readonly counts: Counts;
  readonly doctor: readonly DoctorFinding[];
  readonly requirements: readonly RequirementSummary[];
  readonly verdicts: readonly Verdict[];
  readonly exchanges: readonly ReportExchange[];
  readonly changes: readonly Change[];
  readonly staleKnownFailures?: readonly StaleKnownFailure[];
}
