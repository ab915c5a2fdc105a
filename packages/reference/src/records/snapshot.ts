import type { StoredRecord } from "./stored-record.ts";

/** The kinds of deployment that a snapshot can have. */
export const SNAPSHOT_KINDS = ["replicaSet", "shardedCluster", "serverless"] as const;
/** Decides which operations find a snapshot: those of a cluster, of a sharded cluster, or of a serverless instance. */
export type SnapshotKind = (typeof SNAPSHOT_KINDS)[number];

/** A snapshot of a cluster or serverless instance; `expires` is in milliseconds since the epoch. */
export interface StoredSnapshot extends StoredRecord {
  readonly kind: SnapshotKind;
  /** The id of the cluster or serverless instance. */
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
  /** The item of the schedule for which the snapshot was taken. */
  readonly policyItemId?: string;
  /** Whether only the operations of sharded clusters find the snapshot. */
  readonly onlySharded?: true;
}
