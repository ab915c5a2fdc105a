import type { StoredRecord } from "./stored-record.ts";

/** The link of an organization to the source of its migrations. Each organization has at most one. */
export interface StoredLink extends StoredRecord {
  readonly accessListIps: readonly unknown[];
}
