import type { Redacted } from "./redacted.ts";
import type { ReportDiff } from "./report-diff.ts";

/** An operation of the contract, for views in the order of the contract. */
export interface ReportOperation {
  readonly operation: string;
  /** The number in the description; `part` distinguishes operations that share a number. */
  readonly number: number;
  readonly part?: string;
  readonly method?: string;
  readonly path?: string;
}

/** The result of one role on one operation. */
export interface RoleTrial {
  readonly operation: string;
  readonly version?: string;
  /** A role of the description, or words such as `no role`. */
  readonly role: string;
  /** The demand of the description; `open` if it is silent. */
  readonly due: (typeof ROLE_DUES)[number];
  /** `unclear` when the answer shows neither, or when nothing could be sent. */
  readonly got: (typeof ROLE_GOTS)[number];
  readonly status?: number;
  /** The check with the evidence. */
  readonly check?: string;
}
/** The possible demands for a role at an operation. */
export const ROLE_DUES = ["allowed", "refused", "open"] as const;

/** The possible results of a role at an operation. */
export const ROLE_GOTS = ["allowed", "refused", "unclear"] as const;

/** One value that was tried at a limit. */
export interface LimitRung {
  /** The value as sent, or a description of a long one, such as `65 letters`. */
  readonly value: string;
  readonly due: (typeof RUNG_DUES)[number];
  readonly got: (typeof RUNG_GOTS)[number];
  readonly status?: number;
  readonly check?: string;
}
/** The possible demands for a value. */
export const RUNG_DUES = ["accepted", "refused", "open"] as const;

/** The possible results of a value. */
export const RUNG_GOTS = ["accepted", "refused", "unclear"] as const;

/** The values around one limit, from the lowest to the highest. */
export interface LimitLadder {
  readonly operation: string;
  readonly version?: string;
  readonly location: (typeof LADDER_LOCATIONS)[number];
  /** Name of the parameter, or for a body a JSON pointer (RFC 6901). */
  readonly parameter: string;
  /** The limit in words, such as `1 to 500`. */
  readonly limit?: string;
  readonly rungs: readonly LimitRung[];
}
/** The place of the limit in a request. */
export const LADDER_LOCATIONS = ["path", "query", "header", "body"] as const;

/** A member of an answer that the contract does not know. */
export interface DriftEntry {
  readonly operation: string;
  /** JSON pointer in which `-` stands for any list index, such as `/results/-/colour`. */
  readonly pointer: Redacted<string>;
  /** The observed JSON types, such as `string` or `number or null`. */
  readonly type: string;
  /** One value as JSON, truncated. */
  readonly example?: Redacted<string>;
}

/** How one view of a record shows one member that a write sent. */
export interface KeptCell {
  /** The operation that sent the member. */
  readonly operation: string;
  readonly version?: string;
  /** JSON pointer into the body, in which `-` stands for any item of a list. */
  readonly pointer: string;
  /** The answer of the write, or a read in words, such as `getSchedule in version 2`. */
  readonly view: string;
  /** `unlisted` when the description lists the member for no such view. */
  readonly state: (typeof KEPT_STATES)[number];
}
/** The possible states of a sent member: shown, lost, or listed for no view. */
export const KEPT_STATES = ["shown", "lost", "unlisted"] as const;

/** Cells of the contract for which the fuzzer got the same result. */
export interface CoverageRow {
  readonly operation: string;
  readonly version?: string;
  readonly location: string;
  readonly pointer: string;
  readonly keyword: string;
  readonly side: string;
  /** `missing` when no request showed the cell. */
  readonly verdict: (typeof CELL_VERDICTS)[number];
  /** Why the cell is missing, or why its answer decides nothing. */
  readonly whyNot?: Redacted<string>;
  /** The number of cells that the row covers, at least 1. */
  readonly cells: number;
}
/** The possible results of the fuzzer for a cell of the contract. */
export const CELL_VERDICTS = ["conforms", "violates", "unspecified", "missing"] as const;

/**
 * Data that a run collected in addition to its verdicts. An absent member was not collected; an empty one was collected
 * and is empty.
 */
export interface ReportViews {
  /** In the order of the contract. */
  readonly operations?: readonly ReportOperation[];
  readonly roleMatrix?: readonly RoleTrial[];
  readonly ladders?: readonly LimitLadder[];
  readonly drift?: readonly DriftEntry[];
  readonly coverage?: readonly CoverageRow[];
  readonly kept?: readonly KeptCell[];
  /** From an earlier run to this one, computed by `diffReports`. */
  readonly comparison?: ReportDiff;
}
