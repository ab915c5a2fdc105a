import { COMMON, envelope, PAGING } from "../parameters.ts";
import { exportBucket, exportBucketInput } from "../resources/export-bucket.ts";
import { area, both, paged, record } from "./define.ts";

const operation = area("backup-export-buckets", "Cloud backup");

/** Operations 30 to 33: the buckets for exported snapshots. */
export const backupExportBuckets = {
  listExportBuckets: operation({
    number: 30,
    title: "List export buckets",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/backup/exportBuckets"),
    query: [...COMMON, ...PAGING],
    result: paged(exportBucket),
  }),
  createExportBucket: operation({
    number: 31,
    title: "Create export bucket",
    roles: ["Project Owner"],
    risk: "create",
    routes: both("POST", "/groups/{groupId}/backup/exportBuckets"),
    query: [...COMMON],
    body: { schema: exportBucketInput, mediaType: "application/json" },
    result: record(exportBucket),
  }),
  deleteExportBucket: operation({
    number: 32,
    title: "Delete export bucket",
    roles: ["Project Owner"],
    risk: "delete",
    routes: both("DELETE", "/groups/{groupId}/backup/exportBuckets/{exportBucketId}"),
    query: [envelope],
    result: { kind: "empty" },
  }),
  getExportBucket: operation({
    number: 33,
    title: "Get export bucket",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/backup/exportBuckets/{exportBucketId}"),
    query: [envelope],
    result: record(exportBucket),
  }),
};
