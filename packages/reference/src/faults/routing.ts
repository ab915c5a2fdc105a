import type { OperationId } from "@plumbline/schemas";
import type { Mount } from "../decisions/mount.ts";
import { layer } from "./fault.ts";
import { asksForToken, discovers, readsHistory } from "./requests.ts";

/** Moves one operation to another path. */
const moved = (id: OperationId, from: string, to: string) => (route: Mount) => [
  route.id === id ? { ...route, path: route.path.replace(from, to) } : route,
];

/** Operations that the server has at another path than the stated one. */
export const routingFaults = layer("routing", [
  {
    id: "RT-02",
    text: "The server takes the path of the matcher field names for one with an alert configuration id, and refuses it.",
    violates: ["OP03-PARAMS"],
    change: () => ({ mount: moved("listMatcherFieldNames", "/matchers/", "/{alertConfigId}/") }),
    probe: [["listMatcherFieldNames"]],
  },
  {
    id: "RT-10",
    text: "The access history of a cluster is served at another path than the stated one.",
    violates: ["OP01-BIND"],
    change: () => ({ mount: moved("getAccessLogsByCluster", "/dbAccessHistory/", "/accessHistory/") }),
    probe: readsHistory("nLogs=1"),
  },
  {
    id: "RT-11",
    text: "Metrics discovery is served at another path than the stated one.",
    violates: ["OP71-BIND"],
    change: () => ({ mount: moved("discoverMetricsTargets", "/discovery", "/targets") }),
    probe: discovers,
  },
  {
    id: "RT-12",
    text: "The token endpoint is served below the prefix of version 2 instead of outside the versions.",
    violates: ["OP72-BIND", "VER-TOKEN-METRICS-SEPARATE", "TOKEN-STATUS-SET"],
    change: () => ({ mount: moved("issueServiceToken", "/api/oauth", "/api/v2/oauth") }),
    probe: asksForToken(),
  },
]);
