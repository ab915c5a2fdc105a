import type { Fields } from "./fields.ts";
import type { StoredRecord } from "./stored-record.ts";

/** A restore of a cluster's snapshot, or of a serverless instance's. */
export interface StoredRestore extends StoredRecord {
  readonly clusterId: string;
  /** The members that the request stated. */
  readonly asked: Fields;
  readonly snapshotId?: string;
  /** The moment that is restored. */
  readonly moment: number;
  readonly replicaSetName: string;
  readonly cancelled?: number;
}
