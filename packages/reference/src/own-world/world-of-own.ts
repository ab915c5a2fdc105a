import type { Cluster } from "../records/cluster.ts";
import type { Organization } from "../records/organization.ts";
import type { Project } from "../records/project.ts";
import { isShared, TIERS } from "../rules/tiers.ts";
import type { State } from "../world/state.ts";
import type { World } from "../world/world.ts";

/** The places in a user's world. A missing one is an empty text or list. */
export interface OwnPlaces {
  readonly organizations: readonly [Organization, ...Organization[]];
  readonly projects: readonly [Project, ...Project[]];
}

const isOld = ({ engineVersion }: Cluster): boolean => Number.parseFloat(engineVersion) < 5;

/**
 * Picks the records that a run gets as fixtures from a world file: those of its first project and first dedicated
 * cluster come first.
 */
export function worldOfOwn({ organizations, projects }: OwnPlaces, state: State): World {
  const [organization, other] = organizations;
  const [project] = projects;
  const clusters = state.clusters.list(project.id);
  const main = clusters.find(({ tier }) => !isShared(tier));
  const configs = state.configs.list(project.id);
  const alerts = state.alerts.list(project.id);
  const open = (id: string): number => alerts.filter((one) => one.alertConfigId === id && one.status === "OPEN").length;
  const busiest = [...configs].sort((a, b) => open(b.id) - open(a.id))[0];
  const snapshots = state.snapshots.list(project.id);
  const sharded = clusters.find(({ settings }) => settings["clusterType"] === "SHARDED");
  const idOf = (test: (clusters: readonly Cluster[]) => boolean): string =>
    projects.find(({ id }) => id !== project.id && test(state.clusters.list(id)))?.id ?? "";
  const ids = (records: readonly { readonly id: string }[]): readonly string[] => records.map(({ id }) => id);
  return {
    ofOwn: true,
    projectIds: ids(projects),
    orgId: organization.id,
    otherOrgId: other?.id ?? "",
    projectId: project.id,
    otherProjectId: projects.find(({ id, orgId }) => id !== project.id && orgId === project.orgId)?.id ?? "",
    foreignProjectId: projects.find(({ orgId }) => orgId !== project.orgId)?.id ?? "",
    clusterName: main?.name ?? "",
    sharedClusterNames: clusters.filter(({ tier }) => isShared(tier)).map(({ name }) => name),
    sharedTierProjectId: idOf((all) => all.length > 0 && all.every(({ tier }) => isShared(tier))),
    oldEngineProjectId: idOf((all) => all.some(isOld)),
    hostnames: main?.hosts.map(({ name }) => name) ?? [],
    alertConfigIds: ids(configs),
    alertIds: ids(alerts),
    accessRoleIds: ids(state.accessRoles.list(project.id)),
    searchIndexes: state.searchIndexes
      .list(project.id)
      .filter(({ clusterId }) => clusterId === main?.id)
      .map(({ id, database, collectionName, name }) => ({ id, database, collectionName, name })),
    oldestClusterName: "",
    multiCloudClusterName: "",
    tierMemoryGB: TIERS.M10.memoryGB,
    removedClusterName: "",
    migrationIds: [],
    validationIds: [],
    backup: {
      exportBucketIds: ids(state.exportBuckets.list(project.id)),
      exportIds: [],
      restoreJobIds: ids(state.restoreJobs.list(project.id)),
      snapshotIds: ids(snapshots.filter(({ clusterId }) => clusterId === main?.id)),
      shardedClusterName: sharded?.name ?? "",
      shardedSnapshotIds: ids(snapshots.filter(({ clusterId }) => clusterId === sharded?.id)),
      serverlessInstanceName: "",
      serverlessSnapshotIds: [],
      serverlessRestoreJobIds: [],
    },
    busiestAlertConfigId: busiest?.id ?? "",
  };
}
