import type { Fields } from "./fields.ts";
import type { StoredRecord } from "./stored-record.ts";

/**
 * The backup schedule of a cluster, with the cluster's id. Requests and answers have the same members, in `settings`.
 */
export interface StoredSchedule extends StoredRecord {
  readonly settings: Fields;
}
