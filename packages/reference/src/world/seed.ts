import { createRandom, type Random } from "../random.ts";
import type { StoreWatcher } from "../records/store-watcher.ts";
import { TIERS } from "../rules/tiers.ts";
import { createRecordStores, type RecordStores } from "./record-stores.ts";
import { seedAttempts } from "./seed-attempts.ts";
import type { SeedContext } from "./seed-context.ts";
import { type First, seedFirst } from "./seed-first.ts";
import { type Later, seedLater } from "./seed-later.ts";
import { type GivenIds, type Places, seedPlaces } from "./seed-places.ts";
import type { State } from "./state.ts";
import { MAIN_CLUSTER, type World } from "./world.ts";

/**
 * A seeded world: ids derive from the seed, and times are counted back from `now`; the watcher receives each record.
 * Ids of later records contain `machine`, which a restarted server draws anew, so that it never repeats an id. New
 * records are added at the end, so that the ids before them stay the same.
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
  const context: SeedContext = { random, newId, now, stores: createRecordStores(watcher) };
  const places = seedPlaces(newId, given);
  const first = seedFirst(context, places, given.clusterName ?? MAIN_CLUSTER);
  const later = seedLater(context, places, first);
  return {
    world: worldOf(places, first, later, context.stores),
    state: {
      organizations: byId([places.organization, places.otherOrganization]),
      projects: byId([
        places.project,
        places.otherProject,
        places.foreignProject,
        later.sharedTierProject,
        later.oldEngineProject,
        ...later.smallProjects,
      ]),
      attempts: [first.main, ...first.elsewhere]
        .flatMap((cluster, index) => seedAttempts(random, cluster, index === 0 ? 300 : 12, now))
        .sort((a, b) => b.at - a.at),
      ...context.stores,
      newId: machine === undefined ? newId : idMaker(random, machine),
    },
  };
}

/** The ids and names of the seeded records. */
const worldOf = (places: Places, first: First, later: Later, { alerts }: RecordStores): World => ({
  orgId: places.organization.id,
  otherOrgId: places.otherOrganization.id,
  projectId: places.project.id,
  otherProjectId: places.otherProject.id,
  foreignProjectId: places.foreignProject.id,
  clusterName: first.main.name,
  accessRoleIds: later.accessRoles.map(({ id }) => id),
  searchIndexes: later.searchIndexes.map(({ id, database, collectionName, name }) => ({
    id,
    database,
    collectionName,
    name,
  })),
  oldestClusterName: later.oldest.name,
  multiCloudClusterName: later.multiCloud.name,
  tierMemoryGB: TIERS.M10.memoryGB,
  removedClusterName: later.removed.name,
  ...later.migrations,
  backup: later.backup,
  sharedTierProjectId: later.sharedTierProject.id,
  oldEngineProjectId: later.oldEngineProject.id,
  sharedClusterNames: first.shared.map(({ name }) => name),
  hostnames: first.main.hosts.map(({ name }) => name),
  alertConfigIds: first.configIds,
  alertIds: alerts.list(places.project.id).map(({ id }) => id),
  busiestAlertConfigId: first.configIds[0] ?? "",
});

function byId<T extends { readonly id: string }>(records: readonly T[]): Map<string, T> {
  return new Map(records.map((record) => [record.id, record]));
}

/** Ids with a counter in them, so that no two are ever equal; the rest is random. */
export function idMaker(random: Random, machine = random.hex(8)): () => string {
  let count = random.integer(0, 0xffff);
  return () => {
    count += 1;
    return random.hex(8) + machine + (count % 2 ** 32).toString(16).padStart(8, "0");
  };
}
