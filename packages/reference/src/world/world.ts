import type { SeededBackup } from "./seed-backup.ts";

/** Ids and names of the records of a new reference; they depend only on the seed. */
export interface World {
  readonly orgId: string;
  /** The described projects, if the world comes from a user's file. */
  readonly projectIds?: readonly string[];
  /** Set if only the records of a user's file exist; a missing one is then an empty text or list. */
  readonly ofOwn?: true;
  /** The second organization; of all keys, only `otherOrganizationOwner` has a role in it. */
  readonly otherOrgId: string;
  /** The project with most of the records. */
  readonly projectId: string;
  /** A second project of the same organization. */
  readonly otherProjectId: string;
  /** The only project of the other organization. */
  readonly foreignProjectId: string;
  /** A dedicated cluster with access history. */
  readonly clusterName: string;
  /** Clusters of the tiers M0, M2 and M5, for which there is no access history. */
  readonly sharedClusterNames: readonly string[];
  /** A project whose only cluster is of a shared tier. */
  readonly sharedTierProjectId: string;
  /** A project with a cluster whose engine is older than 5.0. */
  readonly oldEngineProjectId: string;
  /** Hosts of the dedicated cluster. */
  readonly hostnames: readonly string[];
  /** In the order of the list operation, as at the start. */
  readonly alertConfigIds: readonly string[];
  /** In the order of the list operation, as at the start. */
  readonly alertIds: readonly string[];
  /** One access role of each provider that supports roles. */
  readonly accessRoleIds: readonly string[];
  /** Indexes of two collections of the dedicated cluster, as at the start: two of one and one of another. */
  readonly searchIndexes: readonly SeededIndex[];
  /** A cluster in the project with an old engine; its own engine is older than 4.2. */
  readonly oldestClusterName: string;
  /** A cluster of the project that spans two clouds. */
  readonly multiCloudClusterName: string;
  /** The most memory of tier M10, in GB. */
  readonly tierMemoryGB: number;
  /** A cluster that was removed from the project and whose backups remain. */
  readonly removedClusterName: string;
  /** One migration that is ready for the cut-over, and one after it. */
  readonly migrationIds: readonly string[];
  /** One successful validation and one failed one. */
  readonly validationIds: readonly string[];
  readonly backup: SeededBackup;
  /** The configuration with the most open alerts. */
  readonly busiestAlertConfigId: string;
}

/** The parts of an index's address. */
export interface SeededIndex {
  readonly id: string;
  readonly database: string;
  readonly collectionName: string;
  readonly name: string;
}

/** The name of the dedicated cluster, which does not depend on the seed. */
export const MAIN_CLUSTER = "Cluster0";
