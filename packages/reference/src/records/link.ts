import type { StoredRecord } from "./stored-record.ts";

/** The link of an organization to the source of its migrations; belongs to the organization, which has one at most. */
export interface StoredLink extends StoredRecord {
  readonly accessListIps: readonly unknown[];
}
