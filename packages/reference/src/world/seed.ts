import { createRandom, type Random } from "../random.ts";
import { seedAlerts } from "./seed-alerts.ts";
import { seedAttempts } from "./seed-attempts.ts";
import { seedConfigs } from "./seed-configs.ts";
import { Shelf } from "./shelf.ts";
import type { Cluster, Organization, Project, State, StoredAlert, StoredConfig, Tier } from "./state.ts";
import { MAIN_CLUSTER, type World } from "./world.ts";

/** A filled world: ids follow from the seed, moments are counted back from `now`. */
export function seedWorld(seed: number, now: number): { readonly world: World; readonly state: State } {
  const random = createRandom(seed);
  const newId = idMaker(random);
  const organization: Organization = { id: newId(), name: "Organization A" };
  const otherOrganization: Organization = { id: newId(), name: "Organization B" };
  const project: Project = { id: newId(), name: "Project A", orgId: organization.id };
  const otherProject: Project = { id: newId(), name: "Project B", orgId: organization.id };
  const foreignProject: Project = { id: newId(), name: "Project C", orgId: otherOrganization.id };
  const main = makeCluster(random, project, MAIN_CLUSTER, "M10");
  const shared = [
    makeCluster(random, project, "shared-m0", "M0"),
    makeCluster(random, project, "shared-m2", "M2"),
    makeCluster(random, project, "shared-m5", "M5"),
  ];
  const elsewhere = [
    makeCluster(random, otherProject, "Cluster1", "M10"),
    makeCluster(random, foreignProject, "Cluster2", "M10"),
  ];
  const configs = new Shelf<StoredConfig>();
  const alerts = new Shelf<StoredAlert>();
  for (const config of seedConfigs(random, newId, project, 130, now)) configs.put(config);
  for (const config of seedConfigs(random, newId, otherProject, 3, now)) configs.put(config);
  const seeded = configs.list(project.id);
  for (const alert of seedAlerts(random, newId, project, seeded.slice(0, 8), 96, now)) alerts.put(alert);
  return {
    world: {
      orgId: organization.id,
      otherOrgId: otherOrganization.id,
      projectId: project.id,
      otherProjectId: otherProject.id,
      foreignProjectId: foreignProject.id,
      clusterName: main.name,
      sharedClusterNames: shared.map(({ name }) => name),
      hostnames: main.hosts.map(({ name }) => name),
      alertConfigIds: seeded.map(({ id }) => id),
      alertIds: alerts.list(project.id).map(({ id }) => id),
      busiestAlertConfigId: seeded[0]?.id ?? "",
    },
    state: {
      organizations: byId([organization, otherOrganization]),
      projects: byId([project, otherProject, foreignProject]),
      clusters: [main, ...shared, ...elsewhere],
      attempts: [main, ...elsewhere]
        .flatMap((cluster, index) => seedAttempts(random, cluster, index === 0 ? 300 : 12, now))
        .sort((a, b) => b.at - a.at),
      configs,
      alerts,
      newId,
    },
  };
}

function byId<T extends { readonly id: string }>(records: readonly T[]): ReadonlyMap<string, T> {
  return new Map(records.map((record) => [record.id, record]));
}

/** Ids that grow by a counter in their middle, so that no two are ever equal; the rest is drawn. */
function idMaker(random: Random): () => string {
  let count = random.integer(0, 0xffff);
  const machine = random.hex(8);
  return () => {
    count += 1;
    return random.hex(8) + machine + (count % 2 ** 32).toString(16).padStart(8, "0");
  };
}

function makeCluster(random: Random, project: Project, name: string, tier: Tier): Cluster {
  const label = name.toLowerCase();
  const zone = random.hex(5);
  return {
    name,
    projectId: project.id,
    tier,
    engineVersion: "7.0",
    replicaSetName: `${label}-shard-0`,
    hosts: [0, 1, 2].map((index) => ({
      name: `${label}-shard-00-0${index}.${zone}.example.net`,
      address: `198.51.100.${random.integer(1, 254)}`,
    })),
  };
}
