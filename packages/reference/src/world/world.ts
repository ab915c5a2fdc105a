import type { SeededBackup } from "./seed-backup.ts";

/** Ids and names of what a fresh reference holds; they depend on the seed alone. */
export interface World {
  readonly orgId: string;
  /** The projects that its owner described, where it is a world of a person's own. */
  readonly projectIds?: readonly string[];
  /** Set when nothing is there but what its owner described: what it lacks is then an empty text or list. */
  readonly ofOwn?: true;
  /** The organization that none of the keys but `otherOrganizationOwner` has to do with. */
  readonly otherOrgId: string;
  /** The project that everything of interest is in. */
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
  /** One access role of each provider that knows roles. */
  readonly accessRoleIds: readonly string[];
  /** Indexes of two collections of the dedicated cluster, as at the start: two of one and one of another. */
  readonly searchIndexes: readonly SeededIndex[];
  /** A cluster of the project with an old engine, whose own is older than 4.2. */
  readonly oldestClusterName: string;
  /** A cluster of the project that spans two clouds. */
  readonly multiCloudClusterName: string;
  /** The most memory of tier M10, in GB. */
  readonly tierMemoryGB: number;
  /** A cluster that was removed from the project, and of which backups are kept. */
  readonly removedClusterName: string;
  /** One that is ready for being cut over, and one that was. */
  readonly migrationIds: readonly string[];
  /** One that went well, and one that did not. */
  readonly validationIds: readonly string[];
  readonly backup: SeededBackup;
  /** The configuration with the most open alerts. */
  readonly busiestAlertConfigId: string;
}

/** How an index is addressed. */
export interface SeededIndex {
  readonly id: string;
  readonly database: string;
  readonly collectionName: string;
  readonly name: string;
}

/** The name of the dedicated cluster, which does not depend on the seed. */
export const MAIN_CLUSTER = "Cluster0";
