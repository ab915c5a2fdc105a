import type { Fields } from "./fields.ts";
import type { StoredRecord } from "./stored-record.ts";

/** The custom analyzers of a cluster; its id is the cluster's. */
export interface StoredAnalyzers extends StoredRecord {
  readonly analyzers: readonly Fields[];
}
