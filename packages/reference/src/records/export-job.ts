import type { Fields } from "./fields.ts";
import type { StoredRecord } from "./stored-record.ts";

/** An export of a snapshot to a bucket. Its state is not stored but derived from its age. */
export interface StoredExport extends StoredRecord {
  readonly clusterId: string;
  readonly exportBucketId: string;
  readonly snapshotId: string;
  readonly customData: readonly Fields[];
  readonly replicaSetName: string;
  readonly prefix: string;
}
