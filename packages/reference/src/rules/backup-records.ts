import type { Fields } from "../world/state.ts";

/* What the backup operations remember. The id of a schedule is that of its cluster, that of a policy the project's. */

interface Kept {
  readonly id: string;
  readonly groupId: string;
  readonly created: number;
}

export interface StoredBucket extends Kept {
  readonly bucketName: string;
  readonly cloudProvider: string;
  readonly iamRoleId: string;
}

/** The backup compliance policy of a project; `settings` are the members that requests state. */
export interface StoredCompliance extends Kept {
  readonly settings: Fields;
  readonly updated: number;
  readonly updatedUser: string;
}

/** `settings` are the members that requests state and answers show alike. */
export interface StoredSchedule extends Kept {
  readonly settings: Fields;
}

/** What a snapshot is of. */
export type SnapshotKind = "replicaSet" | "shardedCluster" | "serverless";

export interface StoredSnapshot extends Kept {
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

export interface StoredExport extends Kept {
  readonly clusterId: string;
  readonly exportBucketId: string;
  readonly snapshotId: string;
  readonly customData: readonly Fields[];
  readonly replicaSetName: string;
  readonly prefix: string;
}

/** A restore of a cluster's snapshot, or of a serverless instance's. */
export interface StoredRestore extends Kept {
  readonly clusterId: string;
  /** The members that the request stated. */
  readonly asked: Fields;
  readonly snapshotId?: string;
  /** The moment that is restored. */
  readonly moment: number;
  readonly replicaSetName: string;
  readonly cancelled?: number;
}

export interface StoredServerless extends Kept {
  readonly name: string;
  readonly provider: string;
}
