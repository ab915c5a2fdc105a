import { member } from "../ground/json.ts";
import { hostsOf } from "../oracles/hosts-of.ts";
import type { Discovery } from "./discovery.ts";
import { list, resultsIn } from "./listing.ts";

/** Finds a host of the known cluster: one that its access logs name, otherwise one of its connection string. */
export async function discoverHostname(discovery: Discovery): Promise<void> {
  if (discovery.knows("hostname") || !discovery.knows("clusterName")) return;
  const logs = member(await list(discovery.session, "getAccessLogsByCluster"), "accessLogs");
  const entry = Array.isArray(logs) ? logs.find((one) => member(one, "hostname")) : undefined;
  discovery.learn("hostname", member(entry, "hostname") ?? (await hostWithoutEntries(discovery)));
}

/** A host from the connection string, if the target serves access logs of it. Without any login no entry names one. */
async function hostWithoutEntries({ fixtures, session }: Discovery): Promise<string | undefined> {
  const clusters = resultsIn(await list(session, "listClusters"));
  const own = clusters.find((cluster) => member(cluster, "name") === fixtures.clusterName);
  const [hostname] = hostsOf(member(member(own, "connectionStrings"), "standard"));
  if (hostname === undefined) return undefined;
  return (await list(session, "getAccessLogsByHost", { hostname })) === undefined ? undefined : hostname;
}
