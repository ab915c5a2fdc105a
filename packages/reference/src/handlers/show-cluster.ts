import type { Cluster } from "../records/cluster.ts";
import type { Fields } from "../records/fields.ts";
import type { Project } from "../records/project.ts";
import { textMember } from "../rules/members.ts";
import { isShared } from "../rules/tiers.ts";
import type { Service } from "../service.ts";

const DAY = 24 * 60 * 60 * 1000;
const PIN_LASTS = 700 * DAY;

/** A cluster as in the list of its project. A cluster that is still being created has no connection strings. */
export function showCluster({ behaviour }: Service, cluster: Cluster, now: number): unknown {
  const { clusters: rules } = behaviour;
  const stateName = rules.stateOf(cluster, now);
  const reachable = stateName === "IDLE";
  const connectionStrings = reachable ? rules.connectionStrings(cluster) : {};
  const { engineVersion, settings, created } = cluster;
  const pinned = textMember(settings, "featureCompatibilityVersion");
  const major = textMember(settings, "engineMajorVersion") ?? majorOf(engineVersion);
  return rules.showCluster({
    ...settings,
    id: behaviour.showId(cluster.id),
    groupId: cluster.groupId,
    name: cluster.name,
    createDate: behaviour.showInstant(created),
    connectionStrings,
    diskSizeGB: cluster.diskSizeGB,
    engineMajorVersion: major,
    engineVersion: wholeVersion(engineVersion),
    featureCompatibilityVersion: pinned ?? major,
    ...(pinned !== undefined && {
      featureCompatibilityVersionExpirationDate: behaviour.showInstant(created + PIN_LASTS),
    }),
    ...(reachable && uris(behaviour.showInstant(created), connectionStrings)),
    stateName,
  });
}

const majorOf = (version: string): string => version.split(".").slice(0, 2).join(".");

/** A version with three numbers, because seeded clusters of old engines have two. */
const wholeVersion = (version: string): string => (/^\d+\.\d+$/.test(version) ? `${version}.0` : version);

/** Older members that repeat the standard connection strings. */
function uris(engineURIUpdated: string, connectionStrings: Fields): Fields {
  const { standard, standardSrv } = connectionStrings;
  return {
    engineURI: standard,
    engineURIUpdated,
    engineURIWithOptions: `${String(standard)}/?ssl=true&authSource=admin`,
    srvAddress: standardSrv,
  };
}

/** A project in the list across projects, with a summary of each of its clusters. */
export function showProjectClusters({ behaviour, state }: Service, project: Project): unknown {
  const clusters = state.clusters
    .list(project.id)
    .filter((cluster) => behaviour.clusters.lists(cluster, false) && behaviour.clusters.summarizes(cluster));
  return behaviour.clusters.showProject({
    groupId: behaviour.showId(project.id),
    groupName: project.name,
    orgId: project.orgId,
    orgName: state.organizations.get(project.orgId)?.name ?? "",
    planType: clusters.every(({ tier }) => isShared(tier)) ? "Shared" : "Dedicated",
    tags: [],
    clusters: clusters.map((cluster) => summary(behaviour.showId(cluster.id), cluster)),
  });
}

function summary(clusterId: string, { name, settings, hosts, engineVersion }: Cluster): Fields {
  const backupEnabled = settings["providerBackupEnabled"] === true || settings["backupEnabled"] === true;
  return {
    alertCount: 0,
    authEnabled: true,
    availability: "available",
    backupEnabled,
    clusterId,
    dataSizeBytes: hosts.length * 1_048_576,
    name,
    nodeCount: hosts.length,
    sslEnabled: true,
    type: settings["clusterType"] === "REPLICASET" ? "REPLICA_SET" : "SHARDED_CLUSTER",
    versions: [wholeVersion(engineVersion)],
  };
}
