import type { StoredRecord } from "./stored-record.ts";

/** A check of the requirements of a migration. */
export interface StoredValidation extends StoredRecord {
  readonly sourceGroupId?: string;
  readonly problem?: string;
}
