import type { OperationId } from "@plumbline/schemas";
import type { Fields } from "../records/fields.ts";

/** The part of a refused write that a faulty server carries out. */
export interface KeptPart {
  readonly operation: OperationId;
  readonly body: Fields;
}
