import type { Fields } from "./fields.ts";
import type { StoredRecord } from "./stored-record.ts";

/** Its id is that of its cluster; `settings` are the members that requests state and answers show alike. */
export interface StoredSchedule extends StoredRecord {
  readonly settings: Fields;
}
