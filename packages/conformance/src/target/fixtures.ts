/** Ids and names that a check can address. The user states them, or the run finds them through list operations. */
export const FIXTURES = [
  "groupId",
  "orgId",
  "otherGroupId",
  /** A project that has only clusters of shared tiers. */
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
  /** A bucket that the role can access: targets that look for the bucket accept no made-up name. */
  "exportBucketName",
  "shardedClusterName",
  "shardedSnapshotId",
  "serverlessInstanceName",
  "serverlessSnapshotId",
  "serverlessRestoreJobId",
  "roleId",
  "indexId",
  /** An organization whose link the run may end and create again, although projects are listed for it. */
  "relinkableOrgId",
  "liveMigrationId",
  "validationId",
  /** The host and the cluster name of a migration's source, for targets that do not accept made-up names. */
  "migrationHost",
  "migrationSourceName",
  "migrationSourceGroupId",
  "databaseName",
  "collectionName",
  "indexName",
] as const;

/** A name under `fixtures` of a target file; a path parameter of the same name takes its value. */
export type Fixture = (typeof FIXTURES)[number];

/** The known fixtures; a check whose fixture is missing is inconclusive and says how to state it. */
export type Fixtures = Readonly<Partial<Record<Fixture, string>>>;
