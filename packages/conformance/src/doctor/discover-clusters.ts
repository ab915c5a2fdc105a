import { member } from "../ground/json.ts";
import { isOldest, isShared, servesEverything } from "../oracles/cluster-traits.ts";
import type { Discovery } from "./discovery.ts";
import { list, resultsIn } from "./listing.ts";

/** Finds the clusters of the known project. */
export async function discoverClusters(discovery: Discovery): Promise<void> {
  if (discovery.knows("clusterName", "sharedClusterName")) return;
  const all = resultsIn(await list(discovery.session, "listClusters"));
  // Prefers a cluster that supports every operation: search needs an engine of 4.2, other limits need 5.0.
  const { contract } = discovery.session.target;
  const field = (name: string): string => contract.field(name);
  const dedicated = all.filter((cluster) => !isShared(cluster, field));
  const best =
    dedicated.find((cluster) => servesEverything(cluster, contract)) ??
    dedicated.find((cluster) => !isOldest(cluster, field)) ??
    dedicated[0] ??
    all[0];
  discovery.learn("clusterName", member(best, "name"));
  discovery.learn(
    "sharedClusterName",
    member(
      all.find((cluster) => isShared(cluster, field)),
      "name",
    ),
  );
  const sharded = all.find((cluster) => member(cluster, "clusterType") === "SHARDED");
  discovery.learn("shardedClusterName", member(sharded, "name"));
}
