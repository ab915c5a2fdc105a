import type { StoredRecord } from "./stored-record.ts";

/** A trial of what a migration would need. */
export interface StoredValidation extends StoredRecord {
  readonly sourceGroupId?: string;
  readonly problem?: string;
}
