import { COMMON, includeDeletedWithRetainedBackups, PAGING } from "../parameters.ts";
import { cluster } from "../resources/cluster.ts";
import { clusterInput } from "../resources/cluster-input.ts";
import { multiCloudClusterInput } from "../resources/multi-cloud-cluster-input.ts";
import { projectClusters } from "../resources/project-clusters.ts";
import { area, paged, version1 } from "./define.ts";

const operation = area("clusters", "Clusters (version 1.0)");

/** Operations 68 to 70: listing and creating clusters. Both lists exist in version 1.0 only. */
export const clusters = {
  listAllClusters: operation({
    number: 68,
    title: "List all clusters in all projects",
    roles: "any cluster-level",
    routes: version1("GET", "/clusters"),
    query: [...COMMON, ...PAGING],
    result: paged(projectClusters),
  }),
  listClusters: operation({
    number: 69,
    title: "List clusters of a project",
    roles: ["Project Read Only"],
    routes: version1("GET", "/groups/{groupId}/clusters"),
    query: [...COMMON, ...PAGING, includeDeletedWithRetainedBackups],
    result: paged(cluster),
  }),
  createCluster: operation({
    number: 70,
    title: "Create cluster",
    roles: ["Project Owner"],
    // No listed operation deletes a cluster.
    risk: "irreversible",
    routes: version1("POST", "/groups/{groupId}/clusters"),
    query: [...COMMON],
    body: { schema: clusterInput, mediaType: "application/json" },
    // The description has it in version 1.0 only; this form is for profiles of targets that offer it in both.
    inVersion: { "2": { body: { schema: multiCloudClusterInput, mediaType: "application/json" } } },
    result: { kind: "not-shown" },
  }),
};
