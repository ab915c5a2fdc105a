import { COMMON, PAGING } from "../parameters.ts";
import { area, both, version2 } from "./define.ts";

const operation = area("backup-snapshots", "Cloud backup");

export const backupSnapshots = {
  listSnapshots: operation({
    number: 46,
    title: "List snapshots of a cluster",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/clusters/{clusterName}/backup/snapshots"),
    query: [...COMMON, ...PAGING],
  }),
  takeSnapshot: operation({
    number: 47,
    title: "Take on-demand snapshot",
    roles: ["Project Owner"],
    risk: "costly",
    routes: both("POST", "/groups/{groupId}/clusters/{clusterName}/backup/snapshots"),
    query: [...COMMON],
  }),
  getShardedSnapshot: operation({
    number: 48,
    part: "get",
    title: "Get sharded-cluster snapshot",
    roles: ["Project Read Only"],
    routes: version2("GET", "/groups/{groupId}/clusters/{clusterName}/backup/snapshots/shardedCluster/{snapshotId}"),
    query: [...COMMON],
  }),
  listShardedSnapshots: operation({
    number: 48,
    part: "list",
    title: "List sharded-cluster snapshots",
    roles: ["Project Read Only"],
    routes: version2("GET", "/groups/{groupId}/clusters/{clusterName}/backup/snapshots/shardedClusters"),
    query: [...COMMON],
  }),
  deleteShardedSnapshot: operation({
    number: 48,
    part: "delete",
    title: "Delete sharded-cluster snapshot",
    roles: ["Project Owner"],
    risk: "delete",
    routes: version2("DELETE", "/groups/{groupId}/clusters/{clusterName}/backup/snapshots/shardedCluster/{snapshotId}"),
    query: [...COMMON],
  }),
  deleteSnapshot: operation({
    number: 49,
    title: "Delete snapshot",
    roles: ["Project Owner"],
    risk: "delete",
    routes: both("DELETE", "/groups/{groupId}/clusters/{clusterName}/backup/snapshots/{snapshotId}"),
    query: [...COMMON],
  }),
  getSnapshot: operation({
    number: 50,
    title: "Get snapshot",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/clusters/{clusterName}/backup/snapshots/{snapshotId}"),
    query: [...COMMON],
  }),
  changeSnapshotExpiration: operation({
    number: 51,
    title: "Change snapshot expiration",
    roles: "unstated",
    risk: "update",
    routes: both("PATCH", "/groups/{groupId}/clusters/{clusterName}/backup/snapshots/{snapshotId}"),
    query: [...COMMON],
  }),
};
