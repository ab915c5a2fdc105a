import type { Redacted } from "./redacted.ts";
import type { ReportDiff } from "./report-diff.ts";

/** An operation of the contract, for views that keep the contract's order. */
export interface ReportOperation {
  readonly operation: string;
  /** The number in the description; operations that share one are told apart by `part`. */
  readonly number: number;
  readonly part?: string;
  readonly method?: string;
  readonly path?: string;
}

/** What one role got on one operation. */
export interface RoleTrial {
  readonly operation: string;
  readonly version?: string;
  /** As the description names it, or in words, such as `no role`. */
  readonly role: string;
  /** What the description demands; `open` where it says nothing. */
  readonly due: (typeof ROLE_DUES)[number];
  /** `unclear` when the answer shows neither, or nothing could be sent. */
  readonly got: (typeof ROLE_GOTS)[number];
  readonly status?: number;
  /** The check that holds the evidence. */
  readonly check?: string;
}
/** What a role is to come to at an operation. */
export const ROLE_DUES = ["allowed", "refused", "open"] as const;

/** What it came to. */
export const ROLE_GOTS = ["allowed", "refused", "unclear"] as const;

/** One value that was put to a limit. */
export interface LimitRung {
  /** As it was sent, or in words where it is long, such as `65 letters`. */
  readonly value: string;
  readonly due: (typeof RUNG_DUES)[number];
  readonly got: (typeof RUNG_GOTS)[number];
  readonly status?: number;
  readonly check?: string;
}
/** What a value of a ladder is to come to. */
export const RUNG_DUES = ["accepted", "refused", "open"] as const;

/** What it came to. */
export const RUNG_GOTS = ["accepted", "refused", "unclear"] as const;

/** The values around one limit, from the lowest to the highest. */
export interface LimitLadder {
  readonly operation: string;
  readonly version?: string;
  readonly location: (typeof LADDER_LOCATIONS)[number];
  /** Name of the parameter; for a body a JSON pointer (RFC 6901). */
  readonly parameter: string;
  /** The limit in words, such as `1 to 500`. */
  readonly limit?: string;
  readonly rungs: readonly LimitRung[];
}
/** Where in a request a limit is. */
export const LADDER_LOCATIONS = ["path", "query", "header", "body"] as const;

/** A member of an answer that the contract does not know. */
export interface DriftEntry {
  readonly operation: string;
  /** JSON pointer in which `-` stands for any index of a list, such as `/results/-/colour`. */
  readonly pointer: Redacted<string>;
  /** JSON types that were seen, such as `string` or `number or null`. */
  readonly type: string;
  /** One value as JSON, cut. */
  readonly example?: Redacted<string>;
}

/** What one way of showing a record shows of one member that a write carried. */
export interface KeptCell {
  /** The write. */
  readonly operation: string;
  readonly version?: string;
  /** JSON pointer into the body, in which `-` stands for any item of a list. */
  readonly pointer: string;
  /** The answer, or the read in words, such as `getSchedule in version 2`. */
  readonly view: string;
  /** `unlisted` where nothing is described for the member there. */
  readonly state: (typeof KEPT_STATES)[number];
}
/** What became of a member that was sent: shown, lost, or listed for no view. */
export const KEPT_STATES = ["shown", "lost", "unlisted"] as const;

/** Cells of the contract that came to the same when the fuzzer tried them. */
export interface CoverageRow {
  readonly operation: string;
  readonly version?: string;
  readonly location: string;
  readonly pointer: string;
  readonly keyword: string;
  readonly side: string;
  /** `missing` when no request showed the cell. */
  readonly verdict: (typeof CELL_VERDICTS)[number];
  /** Why the cell is missing, or why nothing follows from its answer. */
  readonly whyNot?: Redacted<string>;
  /** How many cells the row stands for, at least 1. */
  readonly cells: number;
}
/** What the fuzzer can say of a cell of the contract. */
export const CELL_VERDICTS = ["conforms", "violates", "unspecified", "missing"] as const;

/** What a run gathered beyond its verdicts. A member that is left out was not gathered; an empty one was, and is empty. */
export interface ReportViews {
  /** In the order of the contract. */
  readonly operations?: readonly ReportOperation[];
  readonly roleMatrix?: readonly RoleTrial[];
  readonly ladders?: readonly LimitLadder[];
  readonly drift?: readonly DriftEntry[];
  readonly coverage?: readonly CoverageRow[];
  readonly kept?: readonly KeptCell[];
  /** From an earlier run to this one, as `diffReports` gives it. */
  readonly comparison?: ReportDiff;
}
