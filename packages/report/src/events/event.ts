import type { RunOutcome } from "../outcome.ts";
import type { Redacted } from "../redacted.ts";
import type { Change, DoctorFinding, Report, ReportExchange, StaleKnownFailure, Verdict } from "../report.ts";
import type { ReportViews } from "../report-views.ts";
import type { RequirementStatement } from "../summarise.ts";

/** The version of the event format. It changes whenever an older reader could misread the events. */
export const EVENTS_FORMAT = "plumbline-events/2";

/** A check that a run plans, before it has a result. */
export interface PlannedCheck {
  readonly check: string;
  readonly requirement: string;
  readonly operation?: string;
  readonly version?: string;
}

/**
 * One line of a run's events, which are its journal: everything that happened, in order and already redacted.
 * `reportFromJournal` makes a whole report from them, even if they end in the middle.
 */
export type RunEvent =
  /** The first line: tool, run and target. */
  | {
      readonly type: "run";
      readonly format: typeof EVENTS_FORMAT;
      readonly tool: Report["tool"];
      readonly run: Omit<Report["run"], "milliseconds">;
      readonly target: Report["target"];
    }
  /** A finding of the doctor before the first check. */
  | { readonly type: "doctor"; readonly finding: DoctorFinding }
  /** The plan of the run, once, after the doctor. */
  | {
      readonly type: "plan";
      readonly requirements: readonly RequirementStatement[];
      readonly checks: readonly PlannedCheck[];
    }
  | { readonly type: "exchange"; readonly exchange: Redacted<ReportExchange> }
  /** The mark in the name of every record that the run creates, if records of that kind have a member for it. */
  | { readonly type: "mark"; readonly mark: string }
  /**
   * Written before the run sends a request that may create or change something, in terms of the contract: the
   * operation, the path, and for a change the earlier state. Written again under the same number when the run knows
   * more.
   */
  | {
      readonly type: "intent";
      readonly entry: number;
      readonly operation: string;
      readonly version: string;
      readonly path: Readonly<Record<string, string>>;
      /** The created record will carry the mark. */
      readonly marked?: boolean;
      /** Path parameters of the list that will contain the record, in addition to those of the request. */
      readonly listedAt?: Readonly<Record<string, string>>;
      readonly before?: unknown;
    }
  /** The ids of a list before the run created anything in it: ids that appear later are new. */
  | {
      readonly type: "place";
      readonly list: string;
      readonly path: Readonly<Record<string, string>>;
      readonly ids: readonly string[];
    }
  /** Records of another kind that a request is about to change permanently, by id, with the members that it changes. */
  | {
      readonly type: "reached";
      readonly operation: string;
      readonly version: string;
      readonly path: Readonly<Record<string, string>>;
      /** Without it, the run could not list the records. */
      readonly records?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    }
  /** The id of the created record. */
  | { readonly type: "made"; readonly entry: number; readonly operation: string; readonly id: string }
  /** The request created or changed nothing. */
  | { readonly type: "void"; readonly entry: number }
  /** The final state of the entry. */
  | ({ readonly type: "undone"; readonly entry?: number } & Change)
  | { readonly type: "verdict"; readonly verdict: Verdict }
  /** The last line of a run that was not killed. */
  | {
      readonly type: "end";
      readonly outcome: RunOutcome;
      readonly reason: string;
      readonly milliseconds: number;
      readonly staleKnownFailures?: readonly StaleKnownFailure[];
      readonly views?: ReportViews;
    };

/** An event as a line of NDJSON, without the line feed at its end. JSON escapes line feeds inside. */
export function eventLine(event: RunEvent): string {
  return JSON.stringify(event);
}
