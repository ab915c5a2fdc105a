import type { Fields } from "./fields.ts";
import type { StoredRecord } from "./stored-record.ts";

/** A restore of a snapshot of a cluster or a serverless instance. */
export interface StoredRestore extends StoredRecord {
  readonly clusterId: string;
  /** The members in the request. */
  readonly asked: Fields;
  readonly snapshotId?: string;
  /** The point in time that is restored. */
  readonly moment: number;
  readonly replicaSetName: string;
  readonly cancelled?: number;
}
