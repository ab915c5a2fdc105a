import { COMMON, includeDeletedWithRetainedBackups, PAGING } from "../parameters.ts";
import { area, version1 } from "./define.ts";

const operation = area("clusters", "Clusters (version 1.0)");

export const clusters = {
  listAllClusters: operation({
    number: 68,
    title: "List all clusters in all projects",
    roles: "any cluster-level",
    routes: version1("GET", "/clusters"),
    query: [...COMMON, ...PAGING],
  }),
  listClusters: operation({
    number: 69,
    title: "List clusters of a project",
    roles: ["Project Read Only"],
    routes: version1("GET", "/groups/{groupId}/clusters"),
    query: [...COMMON, ...PAGING, includeDeletedWithRetainedBackups],
  }),
  createCluster: operation({
    number: 70,
    title: "Create cluster",
    roles: ["Project Owner"],
    risk: "costly",
    routes: version1("POST", "/groups/{groupId}/clusters"),
    query: [...COMMON],
  }),
};
