import { array, boolean, integer, object, open, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { clusterName, int64, otherId, recordId } from "../vocabulary.ts";

/** A summary of a cluster. Members without a type in the description are open. */
export const clusterSummary = object(
  {},
  {
    alertCount: open(integer({ examples: [0] })),
    authEnabled: open(boolean({ examples: [true] })),
    availability: string({
      "x-known-values": ["available", "dead", "unavailable", "warning"],
      examples: ["available"],
    }),
    backupEnabled: boolean({ examples: [true] }),
    clusterId: otherId,
    dataSizeBytes: open(int64({ examples: [1_048_576] })),
    name: clusterName,
    nodeCount: open(integer({ examples: [3] })),
    sslEnabled: open(boolean({ examples: [true] })),
    type: string({ "x-known-values": ["REPLICA_SET", "SHARDED_CLUSTER"], examples: ["REPLICA_SET"] }),
    versions: array(string({ examples: ["8.0.4"] })),
  },
  { title: "ClusterSummary" },
);
/** A cluster in the list across projects. */
export type ClusterSummary = Static<typeof clusterSummary>;

/** A project in the list across projects, with its clusters; tags are plain texts here, unlike those of a cluster. */
export const projectClusters = object(
  { groupId: recordId },
  {
    clusters: array(clusterSummary),
    groupName: string({ examples: ["Project0"] }),
    orgId: recordId,
    orgName: string({ examples: ["Organization0"] }),
    planType: string({ examples: ["Dedicated"] }),
    tags: array(string({ examples: ["test"] })),
  },
  { title: "ProjectClusters" },
);
/** A value that `projectClusters` accepts. */
export type ProjectClusters = Static<typeof projectClusters>;
