import type { Outcome } from "../http/render.ts";
import type { Cluster } from "../records/cluster.ts";
import { notFound } from "../refusal.ts";
import { clusterNamed } from "../world/state.ts";
import { inProject, type ProjectCall } from "./handler.ts";

/** A handler that runs only if the addressed cluster exists. */
export function inCluster(handle: (call: ProjectCall, cluster: Cluster) => Outcome) {
  return inProject((call) => {
    const cluster = clusterNamed(call.service.state, call.project.id, call.values.text("clusterName"));
    return cluster === undefined
      ? notFound("CLUSTER_NOT_FOUND", "The project has no such cluster.")
      : handle(call, cluster);
  });
}
