import type { Fields } from "./fields.ts";
import type { StoredRecord } from "./stored-record.ts";

/** The backup compliance policy of a project, with the project's id; `settings` has the members that requests state. */
export interface StoredCompliance extends StoredRecord {
  readonly settings: Fields;
  readonly updated: number;
  readonly updatedUser: string;
}
