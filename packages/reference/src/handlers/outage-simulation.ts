import type { Outcome } from "../http/render.ts";
import type { Cluster } from "../records/cluster.ts";
import type { Fields } from "../records/fields.ts";
import type { StoredOutage } from "../records/outage.ts";
import { notFound, Refusal } from "../refusal.ts";
import { fieldsOf, listMember } from "../rules/members.ts";
import { type ProjectCall, shows } from "./handler.ts";
import { inCluster } from "./in-cluster.ts";

/** Operations 65 to 67. */
export const outageSimulationHandlers = {
  startOutageSimulation: inCluster((call, cluster) => {
    const { behaviour, state } = call.service;
    if (current(call, cluster) !== undefined)
      return new Refusal(400, "CLUSTER_OUTAGE_ALREADY_REQUESTED", "The cluster has an outage simulation already.");
    // Removes finished simulations, which would otherwise accumulate.
    const over = state.outages.list(call.project.id).filter(({ clusterName }) => clusterName === cluster.name);
    for (const one of over) state.outages.remove(one);
    const outage: StoredOutage = {
      id: state.newId(),
      groupId: call.project.id,
      created: call.now,
      clusterName: cluster.name,
      outageFilters: behaviour.outages.filters(listMember(fieldsOf(call.body), "outageFilters"), over.at(-1)),
    };
    return shows(behaviour.outages.showOutage(form(call, state.outages.put(outage))));
  }),
  getOutageSimulation: withOutage((call, outage) => shows(call.service.behaviour.outages.showRead(form(call, outage)))),
  endOutageSimulation: withOutage((call, outage) => {
    const { behaviour, state } = call.service;
    if (outage.ended !== undefined)
      return new Refusal(400, "CLUSTER_OUTAGE_RECOVERING", "The outage simulation is ending already.");
    if (!behaviour.outages.mayEnd(outage, call.now))
      return new Refusal(
        400,
        "CLUSTER_OUTAGE_NOT_SIMULATING",
        "The outage simulation is still starting: end it later.",
      );
    const ended = { ...outage, ended: call.now };
    const all = state.outages.list(call.project.id);
    const others = behaviour.outages.endsWith(outage, all);
    if (behaviour.outages.ends(outage, all)) state.outages.put(ended);
    for (const other of others) state.outages.put({ ...other, ended: call.now });
    return shows(behaviour.outages.showEnded(form(call, ended)));
  }),
};

function withOutage(handle: (call: ProjectCall, outage: StoredOutage) => Outcome) {
  return inCluster((call, cluster) => {
    const outage = current(call, cluster);
    return outage === undefined
      ? notFound("CLUSTER_OUTAGE_NOT_FOUND", "The cluster has no outage simulation.")
      : handle(call, outage);
  });
}

/** The simulation of a cluster that is not complete. After a complete one, another may start. */
function current(
  { service: { behaviour, state }, project, now }: ProjectCall,
  { name }: Cluster,
): StoredOutage | undefined {
  return state.outages
    .list(project.id)
    .findLast((outage) => outage.clusterName === name && behaviour.outages.stateOf(outage, now) !== "COMPLETE");
}

function form({ service: { behaviour }, now }: ProjectCall, outage: StoredOutage): Fields {
  return {
    id: behaviour.showId(outage.id),
    groupId: outage.groupId,
    clusterName: outage.clusterName,
    outageFilters: outage.outageFilters,
    startRequestDate: behaviour.showInstant(outage.created),
    state: behaviour.outages.stateOf(outage, now),
  };
}
