import { authResult, COMMON, end, ipAddress, nLogs, start } from "../parameters.ts";
import { accessLogs } from "../resources/access-log.ts";
import { area, both, record } from "./define.ts";

const operation = area("access-history", "Access history");

/** Operations 1 and 2: logins to the databases of a cluster or host. */
export const accessHistory = {
  getAccessLogsByCluster: operation({
    number: 1,
    title: "Get access logs by cluster name",
    basis: "stated",
    roles: ["Project Monitoring Admin", "Project Owner", "Organization Owner"],
    routes: both("GET", "/groups/{groupId}/dbAccessHistory/clusters/{clusterName}"),
    query: [...COMMON, authResult, start, end, ipAddress, nLogs],
    together: [["start", "end"]],
    result: record(accessLogs),
  }),
  getAccessLogsByHost: operation({
    number: 2,
    title: "Get access logs by hostname",
    roles: "unstated",
    routes: both("GET", "/groups/{groupId}/dbAccessHistory/processes/{hostname}"),
    query: [...COMMON, authResult, start, end, ipAddress, nLogs],
    together: [["start", "end"]],
    result: record(accessLogs),
  }),
};
