import { PROVIDER_CODES } from "@plumbline/schemas";
import { createRandom, type Random } from "../random.ts";
import type { Organization } from "../records/organization.ts";
import type { Project } from "../records/project.ts";
import type { StoreWatcher } from "../records/store-watcher.ts";
import { TIERS } from "../rules/tiers.ts";
import { makeCluster } from "./make-cluster.ts";
import { createRecordStores } from "./record-stores.ts";
import { seedAlerts } from "./seed-alerts.ts";
import { seedAttempts } from "./seed-attempts.ts";
import { seedBackup } from "./seed-backup.ts";
import { seedClusters, seedProjects } from "./seed-clusters.ts";
import { seedConfigs } from "./seed-configs.ts";
import { seedMigrations } from "./seed-migrations.ts";
import { seedAnalyzers, seedSearchIndexes } from "./seed-search.ts";
import type { State } from "./state.ts";
import { MAIN_CLUSTER, type World } from "./world.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Ids and a name that the world is to have in place of its own. */
export interface GivenIds {
  readonly orgId?: string;
  readonly projectId?: string;
  readonly clusterName?: string;
}

/**
 * A filled world: ids follow from the seed, moments are counted back from `now`; the watcher hears of each record. Ids of
 * later records carry `machine`, which a restarted server draws anew so that it never repeats one.
 */
export function seedWorld(
  seed: number,
  now: number,
  watcher?: StoreWatcher,
  machine?: string,
  given: GivenIds = {},
): { readonly world: World; readonly state: State } {
  const random = createRandom(seed);
  const newId = idMaker(random);
  // Drawn also where another is given, so that all ids after it stay what they are.
  const [orgId, otherOrgId, projectId] = [newId(), newId(), newId()];
  const organization: Organization = { id: given.orgId ?? orgId, name: "Organization A" };
  const otherOrganization: Organization = { id: otherOrgId, name: "Organization B" };
  const project: Project = { id: given.projectId ?? projectId, name: "Project A", orgId: organization.id };
  const otherProject: Project = { id: newId(), name: "Project B", orgId: organization.id };
  const foreignProject: Project = { id: newId(), name: "Project C", orgId: otherOrganization.id };
  const main = makeCluster(random, newId(), project, given.clusterName ?? MAIN_CLUSTER, "M10", now, {
    pitEnabled: true,
  });
  const shared = [
    makeCluster(random, newId(), project, "shared-m0", "M0", now),
    makeCluster(random, newId(), project, "shared-m2", "M2", now),
    makeCluster(random, newId(), project, "shared-m5", "M5", now),
  ];
  const elsewhere = [
    makeCluster(random, newId(), otherProject, "Cluster1", "M10", now),
    makeCluster(random, newId(), foreignProject, "Cluster2", "M10", now),
  ];
  const stores = createRecordStores(watcher);
  const { configs, alerts, clusters } = stores;
  for (const cluster of [main, ...shared, ...elsewhere]) clusters.put(cluster);
  for (const config of seedConfigs(random, newId, project, 130, now)) configs.put(config);
  for (const config of seedConfigs(random, newId, otherProject, 3, now)) configs.put(config);
  const seeded = configs.list(project.id);
  for (const alert of seedAlerts(random, newId, project, seeded.slice(0, 8), 96, now)) alerts.put(alert);
  // Whatever is added to the world comes last, so that the ids before it stay what they are.
  const sharedTierProject: Project = { id: newId(), name: "Project D", orgId: organization.id };
  const oldEngineProject: Project = { id: newId(), name: "Project E", orgId: organization.id };
  clusters.put(makeCluster(random, newId(), sharedTierProject, "Small0", "M0", now));
  clusters.put({ ...makeCluster(random, newId(), oldEngineProject, "Old0", "M10", now), engineVersion: "4.4" });
  const accessRoles = PROVIDER_CODES.slice(0, 2).map((providerName, index) =>
    stores.accessRoles.put({
      id: newId(),
      groupId: project.id,
      created: now - (10 - index) * DAY,
      providerName,
      externalId: `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`,
    }),
  );
  stores.outages.put({
    id: newId(),
    groupId: project.id,
    created: now - DAY,
    clusterName: shared[0]?.name ?? "",
    outageFilters: [{ cloudProvider: PROVIDER_CODES[0], regionName: "US_WEST_2", type: "REGION" }],
  });
  const oldest = makeCluster(random, newId(), oldEngineProject, "Old1", "M10", now);
  clusters.put({ ...oldest, engineVersion: "4.0" });
  const searchIndexes = seedSearchIndexes(newId, main, now).map((index) => stores.searchIndexes.put(index));
  stores.analyzers.put(seedAnalyzers(main, now));
  const { multiCloud, removed } = seedClusters(random, newId, project, stores, now);
  const smallProjects = seedProjects(random, newId, organization.id, stores, now);
  const migrations = seedMigrations(newId, project, stores, now);
  const backup = seedBackup({ random, newId, now, stores }, project, main);
  // One of which nobody has ever taken a snapshot.
  const sharding = { clusterType: "SHARDED", numShards: 2 };
  clusters.put(makeCluster(random, newId(), project, "Sharded1", "M30", now, sharding));
  // The oldest engine that takes search indexes.
  clusters.put({ ...makeCluster(random, newId(), oldEngineProject, "Old2", "M10", now), engineVersion: "4.2" });
  return {
    world: {
      orgId: organization.id,
      otherOrgId: otherOrganization.id,
      projectId: project.id,
      otherProjectId: otherProject.id,
      foreignProjectId: foreignProject.id,
      clusterName: main.name,
      accessRoleIds: accessRoles.map(({ id }) => id),
      searchIndexes: searchIndexes.map(({ id, database, collectionName, name }) => ({
        id,
        database,
        collectionName,
        name,
      })),
      oldestClusterName: oldest.name,
      multiCloudClusterName: multiCloud.name,
      tierMemoryGB: TIERS.M10.memoryGB,
      removedClusterName: removed.name,
      ...migrations,
      backup,
      sharedTierProjectId: sharedTierProject.id,
      oldEngineProjectId: oldEngineProject.id,
      sharedClusterNames: shared.map(({ name }) => name),
      hostnames: main.hosts.map(({ name }) => name),
      alertConfigIds: seeded.map(({ id }) => id),
      alertIds: alerts.list(project.id).map(({ id }) => id),
      busiestAlertConfigId: seeded[0]?.id ?? "",
    },
    state: {
      organizations: byId([organization, otherOrganization]),
      projects: byId([project, otherProject, foreignProject, sharedTierProject, oldEngineProject, ...smallProjects]),
      attempts: [main, ...elsewhere]
        .flatMap((cluster, index) => seedAttempts(random, cluster, index === 0 ? 300 : 12, now))
        .sort((a, b) => b.at - a.at),
      ...stores,
      newId: machine === undefined ? newId : idMaker(random, machine),
    },
  };
}

function byId<T extends { readonly id: string }>(records: readonly T[]): Map<string, T> {
  return new Map(records.map((record) => [record.id, record]));
}

/** Ids that grow by a counter in their middle, so that no two are ever equal; the rest is drawn. */
export function idMaker(random: Random, machine = random.hex(8)): () => string {
  let count = random.integer(0, 0xffff);
  return () => {
    count += 1;
    return random.hex(8) + machine + (count % 2 ** 32).toString(16).padStart(8, "0");
  };
}
