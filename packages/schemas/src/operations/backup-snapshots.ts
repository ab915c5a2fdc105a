import { COMMON, PAGING } from "../parameters.ts";
import { shardedSnapshot, shardedSnapshotList } from "../resources/sharded-snapshot.ts";
import { snapshot, snapshotInput } from "../resources/snapshot.ts";
import { snapshotExpiration } from "../resources/snapshot-expiration.ts";
import { area, both, paged, record, version2 } from "./define.ts";

const operation = area("backup-snapshots", "Cloud backup");

/** Operations 46 to 51: snapshots of replica sets and sharded clusters. */
export const backupSnapshots = {
  listSnapshots: operation({
    number: 46,
    title: "List snapshots of a cluster",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/clusters/{clusterName}/backup/snapshots"),
    query: [...COMMON, ...PAGING],
    result: paged(snapshot),
  }),
  takeSnapshot: operation({
    number: 47,
    title: "Take on-demand snapshot",
    roles: ["Project Owner"],
    risk: "costly",
    routes: both("POST", "/groups/{groupId}/clusters/{clusterName}/backup/snapshots"),
    query: [...COMMON],
    body: { schema: snapshotInput, mediaType: "application/json" },
    result: record(snapshot),
  }),
  getShardedSnapshot: operation({
    number: 48,
    part: "get",
    title: "Get sharded-cluster snapshot",
    roles: ["Project Read Only"],
    routes: version2("GET", "/groups/{groupId}/clusters/{clusterName}/backup/snapshots/shardedCluster/{snapshotId}"),
    query: [...COMMON],
    result: record(shardedSnapshot),
  }),
  listShardedSnapshots: operation({
    number: 48,
    part: "list",
    title: "List sharded-cluster snapshots",
    roles: ["Project Read Only"],
    routes: version2("GET", "/groups/{groupId}/clusters/{clusterName}/backup/snapshots/shardedClusters"),
    query: [...COMMON],
    result: { kind: "paged", items: shardedSnapshot, schema: shardedSnapshotList },
  }),
  deleteShardedSnapshot: operation({
    number: 48,
    part: "delete",
    title: "Delete sharded-cluster snapshot",
    roles: ["Project Owner"],
    risk: "delete",
    routes: version2("DELETE", "/groups/{groupId}/clusters/{clusterName}/backup/snapshots/shardedCluster/{snapshotId}"),
    query: [...COMMON],
    result: { kind: "empty" },
  }),
  deleteSnapshot: operation({
    number: 49,
    title: "Delete snapshot",
    roles: ["Project Owner"],
    risk: "delete",
    routes: both("DELETE", "/groups/{groupId}/clusters/{clusterName}/backup/snapshots/{snapshotId}"),
    query: [...COMMON],
    result: { kind: "empty" },
  }),
  getSnapshot: operation({
    number: 50,
    title: "Get snapshot",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/clusters/{clusterName}/backup/snapshots/{snapshotId}"),
    query: [...COMMON],
    assumedQuery: true,
    result: record(snapshot),
  }),
  changeSnapshotExpiration: operation({
    number: 51,
    title: "Change snapshot expiration",
    roles: "unstated",
    risk: "update",
    routes: both("PATCH", "/groups/{groupId}/clusters/{clusterName}/backup/snapshots/{snapshotId}"),
    query: [...COMMON],
    assumedQuery: true,
    body: { schema: snapshotExpiration, mediaType: "application/json" },
    result: record(snapshot),
  }),
};
