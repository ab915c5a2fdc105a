import { PROVIDER_CODES } from "@plumbline/schemas";
import type { StoredAccessRole } from "../records/access-role.ts";
import type { Project } from "../records/project.ts";
import { makeCluster } from "./make-cluster.ts";
import { seedBackup } from "./seed-backup.ts";
import { seedClusters, seedProjects } from "./seed-clusters.ts";
import type { SeedContext } from "./seed-context.ts";
import type { First } from "./seed-first.ts";
import { seedMigrations } from "./seed-migrations.ts";
import type { Places } from "./seed-places.ts";
import { seedAnalyzers, seedSearchIndexes } from "./seed-search.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Later additions to the world, in the order in which they were added to this code. */
export function seedLater(context: SeedContext, { organization, project }: Places, { main, shared }: First) {
  const { random, newId, now, stores } = context;
  const { clusters } = stores;
  const sharedTierProject: Project = { id: newId(), name: "Project D", orgId: organization.id };
  const oldEngineProject: Project = { id: newId(), name: "Project E", orgId: organization.id };
  clusters.put(makeCluster(random, newId(), sharedTierProject, "Small0", "M0", now));
  clusters.put({ ...makeCluster(random, newId(), oldEngineProject, "Old0", "M10", now), engineVersion: "4.4" });
  const accessRoles = seedAccessRoles(context, project);
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
  const backup = seedBackup(context, project, main);
  // A cluster without any snapshot.
  const sharding = { clusterType: "SHARDED", numShards: 2 };
  clusters.put(makeCluster(random, newId(), project, "Sharded1", "M30", now, sharding));
  // The oldest engine that supports search indexes.
  clusters.put({ ...makeCluster(random, newId(), oldEngineProject, "Old2", "M10", now), engineVersion: "4.2" });
  const added = { sharedTierProject, oldEngineProject, smallProjects, accessRoles, searchIndexes };
  return { ...added, oldest, multiCloud, removed, migrations, backup };
}
/** The records and projects of `seedLater` that the seeded `World` and `State` name one by one. */
export type Later = ReturnType<typeof seedLater>;

const seedAccessRoles = ({ random, newId, now, stores }: SeedContext, project: Project): readonly StoredAccessRole[] =>
  PROVIDER_CODES.slice(0, 2).map((providerName, index) =>
    stores.accessRoles.put({
      id: newId(),
      groupId: project.id,
      created: now - (10 - index) * DAY,
      providerName,
      externalId: `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`,
    }),
  );
