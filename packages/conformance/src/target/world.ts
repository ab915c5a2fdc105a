import type { AlertConfigInput, OperationId } from "@plumbline/schemas";
import type { Who } from "../kernel/call.ts";
import type { Memory } from "../memory.ts";

/** Ids and names that a check can address; a user states them or they are found through the list operations. */
export const FIXTURES = [
  "groupId",
  "orgId",
  "otherGroupId",
  /** A project whose clusters are all of shared tiers. */
  "sharedGroupId",
  /** A project with a cluster whose engine is older than 5.0. */
  "oldEngineGroupId",
  /** A cluster of that project whose engine is older than 4.2. */
  "oldestClusterName",
  "clusterName",
  "sharedClusterName",
  /** A cluster of the project that spans several clouds. */
  "multiCloudClusterName",
  /** The most memory, in GB, that a cluster of tier M10 has. */
  "tierMemoryGB",
  /** A cluster on which an outage simulation is running. */
  "outageClusterName",
  "hostname",
  "alertConfigId",
  "alertId",
  "exportBucketId",
  "exportId",
  "restoreJobId",
  "snapshotId",
  /** A snapshot of the known cluster that was copied to another region. */
  "copiedSnapshotId",
  /** A cluster of the project that restores may overwrite. */
  "restoreTargetClusterName",
  /** An access role of the second provider; `roleId` is one of the first. */
  "secondRoleId",
  /** A bucket that the role reaches: targets that look for it take no name that is made up. */
  "exportBucketName",
  "shardedClusterName",
  "shardedSnapshotId",
  "serverlessInstanceName",
  "serverlessSnapshotId",
  "serverlessRestoreJobId",
  "roleId",
  "indexId",
  /** An organization whose link may be ended and made anew, although projects are listed for it. */
  "relinkableOrgId",
  "liveMigrationId",
  "validationId",
  /** Where a migration comes from, if not from names that are made up: its host, and the name of its cluster. */
  "migrationHost",
  "migrationSourceName",
  "databaseName",
  "collectionName",
  "indexName",
] as const;
export type Fixture = (typeof FIXTURES)[number];
export type Fixtures = Readonly<Partial<Record<Fixture, string>>>;

export interface Region {
  readonly cloudProvider: string;
  readonly regionName: string;
}

/** What is known of a target's contents when the plan is made. */
export interface World {
  readonly fixtures: Fixtures;
  /** How many records a list was seen to hold, as far as one page shows. */
  readonly records: Readonly<Partial<Record<"listAlertConfigs" | "listAlerts", number>>>;
  /** A body, in neutral words, that creates an alert configuration here. */
  readonly alertConfiguration: AlertConfigInput;
  /** Where the known cluster stands, in the target's words. */
  readonly region?: Region;
  /** Operations that do not seem to be there, such as `listAlerts/2`, with what to do about it. */
  readonly unbound: ReadonlyMap<string, string>;
  /** How a path is answered that is none, by version, where that was asked. */
  readonly nowhere?: ReadonlyMap<string, string>;
  /** Why nothing can be said with the main key. */
  readonly keyRefused?: string;
  /** Who can ask besides the main key: strangers whom the target can tell from it, and the keys that were lent. */
  readonly callers: readonly Who[];
  /** Nothing is where the profile says: where something is, and how to say so. */
  readonly elsewhere?: string;
  readonly memory: Memory;
}

/**
 * Operations on what is there only for a while, or on what only some targets have (a sharded cluster, a serverless
 * instance): generic rules address them through fixtures of their own, and do not apply where there are none. Stories
 * make what they read.
 */
export const PASSING: Readonly<Partial<Record<OperationId, Readonly<Partial<Record<Fixture, Fixture>>>>>> = {
  getOutageSimulation: { clusterName: "outageClusterName" },
  getShardedSnapshot: { clusterName: "shardedClusterName", snapshotId: "shardedSnapshotId" },
  listShardedSnapshots: { clusterName: "shardedClusterName" },
  deleteShardedSnapshot: { clusterName: "shardedClusterName" },
  listServerlessSnapshots: { clusterName: "serverlessInstanceName" },
  getServerlessSnapshot: { clusterName: "serverlessInstanceName", snapshotId: "serverlessSnapshotId" },
  listServerlessRestoreJobs: { clusterName: "serverlessInstanceName" },
  createServerlessRestoreJob: { clusterName: "serverlessInstanceName" },
  getServerlessRestoreJob: { clusterName: "serverlessInstanceName", restoreJobId: "serverlessRestoreJobId" },
};

/** The fixtures that a request to an operation is filled in with. */
export function fixturesFor({ fixtures }: World, operation: OperationId): Fixtures {
  const passing = PASSING[operation];
  if (passing === undefined) return fixtures;
  const own = Object.entries(passing).flatMap(([name, source]) => {
    const value = fixtures[source];
    return value === undefined ? [] : [[name, value] as const];
  });
  return own.length === 0 ? fixtures : { ...fixtures, ...Object.fromEntries(own) };
}
