import { PROVIDER_CODES } from "@plumbline/schemas";
import type { Random } from "../random.ts";
import type { Cluster } from "../records/cluster.ts";
import type { Project } from "../records/project.ts";
import { makeCluster } from "./make-cluster.ts";
import type { RecordStores } from "./record-stores.ts";

const DAY = 24 * 60 * 60 * 1000;

/**
 * More clusters of a project: of several tiers, one with the oldest engine that allows disabling private IP mode, one
 * with every member set, one with two clouds, and a removed one.
 */
export function seedClusters(
  random: Random,
  newId: () => string,
  project: Project,
  { clusters, removedClusters }: Pick<RecordStores, "clusters" | "removedClusters">,
  now: number,
): { readonly multiCloud: Cluster; readonly removed: Cluster } {
  for (const [name, tier, more] of [
    ["Reports0", "M20", {}],
    ["Reports1", "M30", { engineMajorVersion: "5.0" }],
    ["Archive0", "M10", {}],
  ] as const)
    clusters.put(makeCluster(random, newId(), project, name, tier, now, more));
  clusters.put({
    ...makeCluster(random, newId(), project, "Analytics0", "M40", now, {
      acceptDataRisksAndForceReplicaSetReconfig: new Date(now - 30 * DAY).toISOString(),
      configServerType: "DEDICATED",
      featureCompatibilityVersion: "6.0",
      labels: [{ key: "team", value: "analytics" }],
      tags: [{ key: "environment", value: "test" }],
      vendorEmployeeAccessGrant: {
        expirationTime: new Date(now + 30 * DAY).toISOString(),
        grantType: "CLUSTER_DATABASE_LOGS",
      },
    }),
    endpointId: `vpce-${random.hex(17)}`,
  });
  const multiCloud = clusters.put({
    ...makeCluster(random, newId(), project, "MultiCloud0", "M30", now),
    providers: PROVIDER_CODES.slice(0, 2),
  });
  const removed = removedClusters.put(makeCluster(random, newId(), project, "Removed0", "M10", now));
  return { multiCloud, removed };
}

/** Projects of the same organization with one cluster each, so that the list across projects has several pages. */
export function seedProjects(
  random: Random,
  newId: () => string,
  orgId: string,
  { clusters }: Pick<RecordStores, "clusters">,
  now: number,
): readonly Project[] {
  return ["F", "G", "H"].map((letter) => {
    const project: Project = { id: newId(), name: `Project ${letter}`, orgId };
    clusters.put(makeCluster(random, newId(), project, `Small${letter}`, "M10", now));
    return project;
  });
}
