import type { Cluster } from "../records/cluster.ts";
import { isShared } from "../rules/tiers.ts";
import { inProject, type ProjectCall, shows } from "./handler.ts";

const PORT = 27_018;

/** Operation 71. The list is empty if the scheme selects no known kind of target. */
export const metricsHandlers = {
  discoverMetricsTargets: inProject((call) => {
    const { behaviour, state } = call.service;
    const scheme = call.values.text("targetScheme");
    if (scheme !== "PUBLIC" && scheme !== "PRIVATE") return shows([]);
    const dedicated = state.clusters.list(call.project.id).filter(({ tier }) => !isShared(tier));
    return shows(dedicated.map((cluster) => behaviour.scrapeTarget(scrapeTarget(call, cluster, scheme))));
  }),
};

function scrapeTarget({ project }: ProjectCall, cluster: Cluster, scheme: "PUBLIC" | "PRIVATE") {
  return {
    targets: cluster.hosts.map(({ name }) => `${scheme === "PUBLIC" ? name : privateName(name)}:${PORT}`),
    labels: {
      group_id: project.id,
      group_name: project.name,
      org_id: project.orgId,
      cluster_name: cluster.name,
      replica_set_name: cluster.replicaSetName,
    },
  };
}

/** The host label with `-pri` appended: the form of private addresses in the connection strings. */
function privateName(name: string): string {
  return name.replace(/^[^.]+/, (label) => `${label}-pri`);
}
