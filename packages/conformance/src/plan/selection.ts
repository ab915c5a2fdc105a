import type { Level } from "@plumbline/report";
import type { InterfaceVersion, OperationId } from "@plumbline/schemas";
import type { Risk } from "../risk.ts";

/** What of the whole suite a user asked for; a member left out selects everything. */
export interface Selection {
  /** Requirement ids, check ids, or prefixes that end in `*`. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly areas?: readonly string[];
  readonly levels?: readonly Level[];
  /** `stated`, `derived`, `derived:D1`, `not-shown`. */
  readonly bases?: readonly string[];
  readonly operations?: readonly OperationId[];
  readonly versions?: readonly InterfaceVersion[];
  readonly risks?: readonly Risk[];
  /** One of several parts that together make the whole; `index` counts from one. */
  readonly shard?: { readonly index: number; readonly of: number };
  readonly budget?: Budget;
}

/** What a run may spend; what does not fit is left out, the least valuable first. */
export interface Budget {
  readonly requests?: number;
  readonly seconds?: number;
}
