import { clusterInput, LIMITS } from "@plumbline/schemas";
import type { Cluster } from "../records/cluster.ts";
import type { Fields } from "../records/fields.ts";
import type { Tier } from "../records/tier.ts";
import { connectionStringsOf } from "./connection-strings.ts";
import { fieldsOf, textMember } from "./members.ts";
import { spansProviders } from "./regions.ts";
import { isShared, isTier, mostDisk } from "./tiers.ts";

/** A cluster is `CREATING` for 20 seconds at the default speed, then `IDLE` permanently. */
export type ClusterState = "CREATING" | "IDLE";

/** Milliseconds that the creation of a cluster takes. */
const MAKING = 20_000;
const RECOMMENDED_VERSION = "8.0";
const LATEST_PATCH = 4;

/** The decisions about clusters that a server can get wrong. */
export interface ClusterBehaviour {
  /** Whether another cluster already has the name of a new one. */
  nameTaken(name: string, clusters: readonly Cluster[]): boolean;
  /** The disk size in GB that a cluster gets for a requested size. */
  diskSize(asked: number): number;
  /** The largest disk of a tier, in GB. */
  mostDisk(tier: Tier): number;
  /** Whether clusters of a tier may request a size (description, Cluster). */
  takesDiskSize(tier: Tier): boolean;
  /** Whether a layout spans several clouds. */
  spansProviders(asked: Fields): boolean;
  /** The members of a new cluster: those of the request, and defaults. */
  settings(asked: Fields): Fields;
  /**
   * Whether version 1.0 lists a cluster, for a caller that asks for removed clusters too or does not. Clusters with
   * several clouds belong to another operation.
   */
  lists(cluster: Cluster, withRemoved: boolean): boolean;
  /**
   * Whether the list across projects shows a project to a caller whose roles do, or do not, allow it to see the
   * clusters. A project is growing while it has a cluster that is less than an hour old. The last argument is whether
   * the caller may read another project, and do nothing else.
   */
  showsProject(sees: boolean, isGrowing: boolean, readsAnother: boolean): boolean;
  /** Whether the list across projects shows a cluster that its project's list shows. */
  summarizes(cluster: Cluster): boolean;
  /** Whether the caller requests removed clusters whose backups remain. */
  wantsRemoved(asked: boolean | undefined): boolean;
  stateOf(cluster: Cluster, now: number): ClusterState;
  connectionStrings(cluster: Cluster): Fields;
  showCluster(cluster: Fields): Fields;
  showProject(project: Fields): Fields;
}

/** The defaults in the contract. */
const STATED: Fields = Object.fromEntries(
  Object.entries(clusterInput.properties ?? {}).flatMap(([name, schema]) =>
    schema.default === undefined ? [] : [[name, schema.default]],
  ),
);

/** Defaults of this server for members without a default in the contract. */
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

/** Decides about clusters as the description says, with this server's own defaults if it states none. */
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

/** The tier in a request. An unknown name counts as the smallest dedicated tier, because the set is open. */
export function tierOf(asked: Fields): Tier {
  const name = textMember(fieldsOf(asked["providerSettings"]), "instanceSizeName");
  return name !== undefined && isTier(name) ? name : "M10";
}

/** The complete version of the engine. A request may state its first two numbers. */
export function engineVersionOf(settings: Fields): string {
  const major = textMember(settings, "engineMajorVersion") ?? "";
  const known = /^\d+\.\d+$/.test(major) ? major : RECOMMENDED_VERSION;
  const stated = textMember(settings, "engineVersion") ?? "";
  return WHOLE_VERSION.test(stated) ? stated : `${known}.${LATEST_PATCH}`;
}
const WHOLE_VERSION = /^\d+\.\d+\.\d+$/;

/**
 * The members in the request, except values of the wrong type for two members that this server otherwise sets itself.
 */
function statedIn({ configServerType, featureCompatibilityVersion, ...asked }: Fields): Fields {
  return {
    ...asked,
    ...(typeof configServerType === "string" && { configServerType }),
    ...(typeof featureCompatibilityVersion === "string" && { featureCompatibilityVersion }),
  };
}
