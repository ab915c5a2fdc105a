import type { Fields } from "./fields.ts";
import type { StoredRecord } from "./stored-record.ts";

/** An outage that is simulated on a cluster; at most one at a time. */
export interface StoredOutage extends StoredRecord {
  readonly clusterName: string;
  readonly outageFilters: readonly Fields[];
  readonly ended?: number;
}
