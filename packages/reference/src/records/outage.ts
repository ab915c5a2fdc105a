import type { Fields } from "./fields.ts";
import type { StoredRecord } from "./stored-record.ts";

/** An outage simulated on a cluster; a cluster has at most one at a time. */
export interface StoredOutage extends StoredRecord {
  readonly clusterName: string;
  readonly outageFilters: readonly Fields[];
  readonly ended?: number;
}
