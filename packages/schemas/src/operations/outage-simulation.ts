import { COMMON } from "../parameters.ts";
import { outageSimulationInput, outageSimulation as simulation } from "../resources/outage-simulation.ts";
import { area, both, record } from "./define.ts";

const operation = area("outage-simulation", "Outage simulation");

/** Operations 65 to 67: starting, reading and ending an outage of regions. */
export const outageSimulation = {
  startOutageSimulation: operation({
    number: 65,
    title: "Start cluster outage simulation",
    roles: "unstated",
    risk: "costly",
    routes: both("POST", "/groups/{groupId}/clusters/{clusterName}/outageSimulation"),
    query: [...COMMON],
    body: { schema: outageSimulationInput, mediaType: "application/json" },
    result: record(simulation),
  }),
  getOutageSimulation: operation({
    number: 66,
    title: "Get cluster outage simulation",
    roles: "unstated",
    routes: both("GET", "/groups/{groupId}/clusters/{clusterName}/outageSimulation"),
    query: [...COMMON],
    result: record(simulation),
  }),
  endOutageSimulation: operation({
    number: 67,
    title: "End cluster outage simulation",
    roles: "unstated",
    risk: "delete",
    routes: both("DELETE", "/groups/{groupId}/clusters/{clusterName}/outageSimulation"),
    query: [...COMMON],
    result: record(simulation),
  }),
};
