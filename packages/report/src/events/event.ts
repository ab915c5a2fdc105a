import type {
  Change,
  DoctorFinding,
  Report,
  ReportExchange,
  RunOutcome,
  StaleKnownFailure,
  Verdict,
} from "../report.ts";
import type { ReportViews } from "../report-views.ts";
import type { RequirementStatement } from "../summarise.ts";

/** The version of the event format; it changes whenever a reader could be misled. */
export const EVENTS_FORMAT = "plumbline-events/1";

/** A check that a run intends, before anything is known about it. */
export interface PlannedCheck {
  readonly check: string;
  readonly requirement: string;
  readonly operation?: string;
  readonly version?: string;
}

/** A request that takes something back, as it stands in a journal: without credentials. */
export interface UndoRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

/**
 * One line of a run's events, which are its journal: what happened, in order, already redacted. A whole report can be
 * made from them (`reportFromJournal`), also when they end in the middle.
 */
export type RunEvent =
  /** The first line: what is judged, with what and how. */
  | {
      readonly type: "run";
      readonly format: typeof EVENTS_FORMAT;
      readonly tool: Report["tool"];
      readonly run: Omit<Report["run"], "milliseconds">;
      readonly target: Report["target"];
    }
  /** Something the doctor saw before the first check. */
  | { readonly type: "doctor"; readonly finding: DoctorFinding }
  /** What the run intends, once, after the doctor. */
  | {
      readonly type: "plan";
      readonly requirements: readonly RequirementStatement[];
      readonly checks: readonly PlannedCheck[];
    }
  | { readonly type: "exchange"; readonly exchange: ReportExchange }
  /**
   * Written before the first record of a kind is asked for: whatever `find` lists that bears the mark was made by this
   * run, and `remove`, with its id in the place of `%7Bid%7D`, removes it.
   */
  | {
      readonly type: "marks";
      readonly operation: string;
      readonly mark: string;
      readonly find: UndoRequest;
      readonly remove: UndoRequest;
    }
  /** Something was made or is about to be changed on the target; written before anything is asserted about it. */
  | {
      readonly type: "made" | "changed";
      readonly operation: string;
      readonly id: string;
      readonly undo?: UndoRequest;
    }
  /** What became of it. */
  | ({ readonly type: "undone" } & Change)
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

/** An event as a line of NDJSON, without the line feed; JSON leaves none inside. */
export function eventLine(event: RunEvent): string {
  return JSON.stringify(event);
}
