import type { StoredRecord } from "./stored-record.ts";

/** What a snapshot is of. */
export const SNAPSHOT_KINDS = ["replicaSet", "shardedCluster", "serverless"] as const;
export type SnapshotKind = (typeof SNAPSHOT_KINDS)[number];

export interface StoredSnapshot extends StoredRecord {
  readonly kind: SnapshotKind;
  /** The cluster or the serverless instance. */
  readonly clusterId: string;
  readonly onDemand: boolean;
  readonly frequencyType: string;
  readonly expires: number;
  readonly provider: string;
  readonly replicaSetName: string;
  readonly engineVersion: string;
  readonly sizeBytes: number;
  readonly copyRegions: readonly string[];
  readonly description?: string;
  /** The item of the schedule that it was taken for. */
  readonly policyItemId?: string;
}
