import { LIMITS } from "@plumbline/schemas";
import type { Outcome } from "../http/render.ts";
import type { Values } from "../http/values.ts";
import type { Attempt } from "../records/attempt.ts";
import type { Cluster, Host } from "../records/cluster.ts";
import { notFound, Refusal } from "../refusal.ts";
import type { AttemptFilter } from "../rules/fields.ts";
import { clusterNamed } from "../world/state.ts";
import { inProject, type ProjectCall, shows } from "./handler.ts";
import { showAttempt } from "./show.ts";

/** Operations 1 and 2: attempts on a cluster or on one of its hosts, newest first. */
export const accessHistoryHandlers = {
  getAccessLogsByCluster: inProject((call) => {
    const cluster = clusterNamed(call.service.state, call.project.id, call.values.text("clusterName"));
    if (cluster === undefined) return notFound("CLUSTER_NOT_FOUND", "The project has no such cluster.");
    return history(call, cluster, (attempt) => attempt.clusterName === cluster.name);
  }),
  getAccessLogsByHost: inProject((call) => {
    const wanted = call.values.text("hostname") ?? "";
    for (const cluster of call.service.state.clusters.list(call.project.id)) {
      const host = cluster.hosts.find((one) => isHost(one, wanted));
      if (host !== undefined) return history(call, cluster, (attempt) => attempt.hostname === host.name);
    }
    return notFound("HOST_NOT_FOUND", "The project has no such host.");
  }),
};

/** Whether a request addresses this host: by its full name, in upper or lower case, or by its address. */
function isHost({ name, address }: Host, wanted: string): boolean {
  return name === wanted.toLowerCase() || address === wanted;
}

function history(
  { service, project, values }: ProjectCall,
  cluster: Cluster,
  concerns: (attempt: Attempt) => boolean,
): Outcome {
  const { behaviour, state } = service;
  if (behaviour.lacksAccessHistory(cluster)) {
    return new Refusal(403, "FEATURE_UNSUPPORTED", `Clusters of tier ${cluster.tier} have no access history.`);
  }
  const filter = filterOf(values);
  const all = state.attempts.filter((attempt) => attempt.groupId === project.id && concerns(attempt));
  const cap = behaviour.attemptCap(values.number("nLogs") ?? LIMITS.nLogs.default);
  const attempts = behaviour.firstAttempts(all, (attempt) => behaviour.keepsAttempt(attempt, filter), cap);
  return shows({ accessLogs: attempts.map((attempt) => showAttempt(behaviour, attempt)) });
}

function filterOf(values: Values): AttemptFilter {
  return {
    authResult: values.flag("authResult"),
    start: values.number("start"),
    end: values.number("end"),
    ipAddress: values.text("ipAddress"),
  };
}
