import { clusterInput, LIMITS } from "@plumbline/schemas";
import type { Cluster } from "../records/cluster.ts";
import type { Fields } from "../records/fields.ts";
import type { Tier } from "../records/tier.ts";
import { connectionStringsOf } from "./connection-strings.ts";
import { fieldsOf, textMember } from "./members.ts";
import { spansProviders } from "./regions.ts";
import { isShared, isTier, mostDisk } from "./tiers.ts";

/** A cluster is `CREATING` for 20 seconds at the default speed, then `IDLE` for good. */
export type ClusterState = "CREATING" | "IDLE";

/** How long a new cluster is being made. */
const MAKING = 20_000;
const RECOMMENDED_VERSION = "8.0";
const LATEST_PATCH = 4;

/** Decisions about clusters in which a server can be wrong. */
export interface ClusterBehaviour {
  /** Whether another cluster already has the name of a new one. */
  nameTaken(name: string, clusters: readonly Cluster[]): boolean;
  /** GB that a cluster gets which asks for this size. */
  diskSize(asked: number): number;
  /** The largest disk of a tier, in GB. */
  mostDisk(tier: Tier): number;
  /** Whether clusters of a tier may ask for a size (description, Cluster). */
  takesDiskSize(tier: Tier): boolean;
  /** Whether a layout would make a cluster of several clouds. */
  spansProviders(asked: Fields): boolean;
  /** The members that a cluster has after its creation: those that the request states, and defaults. */
  settings(asked: Fields): Fields;
  /** Whether version 1.0 knows a cluster: those of several clouds belong to another operation. */
  lists(cluster: Cluster): boolean;
  /**
   * Whether the list across projects shows a project to a caller whose roles do, or do not, let it see the clusters. It grows
   * while it has a cluster that is less than an hour old.
   */
  showsProject(sees: boolean, isGrowing: boolean): boolean;
  /** Whether the list across projects shows a cluster that the list of its project shows. */
  summarizes(cluster: Cluster): boolean;
  /** Whether removed clusters of which backups are kept are asked for. */
  wantsRemoved(asked: boolean | undefined): boolean;
  stateOf(cluster: Cluster, now: number): ClusterState;
  connectionStrings(cluster: Cluster): Fields;
  showCluster(cluster: Fields): Fields;
  showProject(project: Fields): Fields;
}

/** The defaults that the contract states. */
const STATED: Fields = Object.fromEntries(
  Object.entries(clusterInput.properties ?? {}).flatMap(([name, schema]) =>
    schema.default === undefined ? [] : [[name, schema.default]],
  ),
);

/** Defaults of this server where the contract states none. */
const UNSTATED: Fields = {
  autoScaling: { compute: { enabled: false, scaleDownEnabled: false }, diskGBEnabled: true },
  backupEnabled: false,
  biConnector: { enabled: false, readPreference: "SECONDARY" },
  clusterType: "REPLICASET",
  encryptionAtRestProvider: "NONE",
  globalClusterSelfManagedSharding: false,
  labels: [],
  paused: false,
  pitEnabled: false,
  providerBackupEnabled: false,
  tags: [],
};

/** Decides about clusters as the description says, with this server's own defaults where it states none. */
export const honestClusters: ClusterBehaviour = {
  nameTaken: (name, clusters) => clusters.some((cluster) => cluster.name === name),
  diskSize: (asked) => Math.max(asked, LIMITS.diskSizeGB.least),
  mostDisk,
  takesDiskSize: (tier) => !isShared(tier),
  spansProviders,
  settings: (asked) => ({ ...UNSTATED, ...STATED, ...statedIn(asked) }),
  lists: ({ providers }) => providers.length === 1,
  showsProject: (sees) => sees,
  summarizes: () => true,
  wantsRemoved: (asked) => asked === true,
  stateOf: ({ created }, now) => (now - created < MAKING ? "CREATING" : "IDLE"),
  connectionStrings: connectionStringsOf,
  showCluster: (cluster) => cluster,
  showProject: (project) => project,
};

/** The tier that a request names. A name that is none of ours counts as the smallest dedicated one: the set is open. */
export function tierOf(asked: Fields): Tier {
  const name = textMember(fieldsOf(asked["providerSettings"]), "instanceSizeName");
  return name !== undefined && isTier(name) ? name : "M10";
}

/** The whole version of the engine, of which a request may name the first two numbers. */
export function engineVersionOf(settings: Fields): string {
  const major = textMember(settings, "engineMajorVersion") ?? "";
  const known = /^\d+\.\d+$/.test(major) ? major : RECOMMENDED_VERSION;
  const stated = textMember(settings, "engineVersion") ?? "";
  return WHOLE_VERSION.test(stated) ? stated : `${known}.${LATEST_PATCH}`;
}
const WHOLE_VERSION = /^\d+\.\d+\.\d+$/;

/** The stated members, except values of the wrong form for two members that this server otherwise sets itself. */
function statedIn({ configServerType, featureCompatibilityVersion, ...asked }: Fields): Fields {
  return {
    ...asked,
    ...(typeof configServerType === "string" && { configServerType }),
    ...(typeof featureCompatibilityVersion === "string" && { featureCompatibilityVersion }),
  };
}
