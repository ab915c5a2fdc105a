import type { RunOutcome } from "../outcome.ts";
import type { Redacted } from "../redacted.ts";
import type { Change, DoctorFinding, Report, ReportExchange, StaleKnownFailure, Verdict } from "../report.ts";
import type { ReportViews } from "../report-views.ts";
import type { RequirementStatement } from "../summarise.ts";

/** The version of the event format; it changes whenever a reader could be misled. */
export const EVENTS_FORMAT = "plumbline-events/2";

/** A check that a run intends, before anything is known about it. */
export interface PlannedCheck {
  readonly check: string;
  readonly requirement: string;
  readonly operation?: string;
  readonly version?: string;
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
  | { readonly type: "exchange"; readonly exchange: Redacted<ReportExchange> }
  /** What every record that the run makes bears, where records of its kind can bear something. */
  | { readonly type: "mark"; readonly mark: string }
  /**
   * Written before a request that may make or change something leaves, in neutral words: what it does, where, and for a
   * change what was there before. Said again under the same number when more is known.
   */
  | {
      readonly type: "intent";
      readonly entry: number;
      readonly operation: string;
      readonly version: string;
      readonly path: Readonly<Record<string, string>>;
      /** The record will bear the mark. */
      readonly marked?: boolean;
      /** Path parameters of the list it will stand in, beyond those of the request. */
      readonly listedAt?: Readonly<Record<string, string>>;
      readonly before?: unknown;
    }
  /** The ids of a list before the run made anything there: what is in it later and not here is newer. */
  | {
      readonly type: "place";
      readonly list: string;
      readonly path: Readonly<Record<string, string>>;
      readonly ids: readonly string[];
    }
  /** Records of another kind that a request is about to change for good, by id, with the members that it changes. */
  | {
      readonly type: "reached";
      readonly operation: string;
      readonly version: string;
      readonly path: Readonly<Record<string, string>>;
      readonly records: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    }
  /** The id of the record that was made. */
  | { readonly type: "made"; readonly entry: number; readonly operation: string; readonly id: string }
  /** Nothing was made or changed after all. */
  | { readonly type: "void"; readonly entry: number }
  /** What became of it. */
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

/** An event as a line of NDJSON, without the line feed; JSON leaves none inside. */
export function eventLine(event: RunEvent): string {
  return JSON.stringify(event);
}
