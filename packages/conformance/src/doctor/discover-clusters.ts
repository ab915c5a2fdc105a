import { member } from "../ground/json.ts";
import type { Discovery } from "./discovery.ts";
import { list, resultsIn } from "./listing.ts";

/** Finds the clusters of the known project. */
export async function discoverClusters(discovery: Discovery): Promise<void> {
  if (discovery.knows("clusterName", "sharedClusterName")) return;
  const all = resultsIn(await list(discovery.session, "listClusters"));
  // Prefers a dedicated cluster, which supports every operation, over one of a shared tier.
  discovery.learn("clusterName", member(all.find((cluster) => !isShared(cluster)) ?? all[0], "name"));
  discovery.learn("sharedClusterName", member(all.find(isShared), "name"));
  const sharded = all.find((cluster) => member(cluster, "clusterType") === "SHARDED");
  discovery.learn("shardedClusterName", member(sharded, "name"));
}

const SHARED_TIERS: readonly unknown[] = ["M0", "M2", "M5"];
const isShared = (cluster: unknown): boolean =>
  SHARED_TIERS.includes(member(member(cluster, "providerSettings"), "instanceSizeName"));
