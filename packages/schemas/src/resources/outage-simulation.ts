import { array, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { clusterName, dateTime, otherId, PROVIDER_CODES, recordId } from "../vocabulary.ts";

/** The nodes that fail: those of one region of one provider. */
export const outageFilter = object(
  {},
  {
    cloudProvider: string({ "x-known-values": PROVIDER_CODES, examples: [PROVIDER_CODES[0]] }),
    regionName: string({ examples: ["US_EAST_1"] }),
    type: string({ "x-known-values": ["REGION"], examples: ["REGION"] }),
  },
  { title: "OutageFilter" },
);
/** A region that fails. */
export type OutageFilter = Static<typeof outageFilter>;

const outageFilters = array(outageFilter, { minItems: 1 });

/** The body that starts a simulation: at least one region. */
export const outageSimulationInput = object({ outageFilters }, {}, { title: "OutageSimulationInput" });

/** A value that `outageSimulationInput` accepts. */
export type OutageSimulationInput = Static<typeof outageSimulationInput>;

/** The simulation of a cluster in an answer; a cluster has at most one. */
export const outageSimulation = object(
  { id: otherId },
  {
    clusterName,
    groupId: recordId,
    outageFilters,
    startRequestDate: dateTime,
    state: string({
      "x-known-values": ["START_REQUESTED", "STARTING", "SIMULATING", "RECOVERY_REQUESTED", "RECOVERING", "COMPLETE"],
      examples: ["START_REQUESTED"],
    }),
  },
  { title: "OutageSimulation" },
);
/** A value that `outageSimulation` accepts. */
export type OutageSimulation = Static<typeof outageSimulation>;
