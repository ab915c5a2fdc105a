import { makeCluster } from "./make-cluster.ts";
import { seedAlerts } from "./seed-alerts.ts";
import { seedConfigs } from "./seed-configs.ts";
import type { SeedContext } from "./seed-context.ts";
import type { Places } from "./seed-places.ts";

/** The first clusters, alert configurations and alerts of the world. */
export function seedFirst(
  { random, newId, now, stores: { clusters, configs, alerts } }: SeedContext,
  { project, otherProject, foreignProject }: Places,
  name: string,
) {
  const main = makeCluster(random, newId(), project, name, "M10", now, { pitEnabled: true });
  const shared = [
    makeCluster(random, newId(), project, "shared-m0", "M0", now),
    makeCluster(random, newId(), project, "shared-m2", "M2", now),
    makeCluster(random, newId(), project, "shared-m5", "M5", now),
  ];
  const elsewhere = [
    makeCluster(random, newId(), otherProject, "Cluster1", "M10", now),
    makeCluster(random, newId(), foreignProject, "Cluster2", "M10", now),
  ];
  for (const cluster of [main, ...shared, ...elsewhere]) clusters.put(cluster);
  for (const config of seedConfigs(random, newId, project, 130, now)) configs.put(config);
  for (const config of seedConfigs(random, newId, otherProject, 3, now)) configs.put(config);
  const seeded = configs.list(project.id);
  for (const alert of seedAlerts(random, newId, project, seeded.slice(0, 8), 96, now)) alerts.put(alert);
  return { main, shared, elsewhere, configIds: seeded.map(({ id }) => id) };
}
/** The clusters and the ids of the configurations of `seedFirst`, which later steps of the seeding build on. */
export type First = ReturnType<typeof seedFirst>;
