import type { Level } from "@plumbline/report";
import type { InterfaceVersion, OperationId } from "@plumbline/schemas";

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
}
