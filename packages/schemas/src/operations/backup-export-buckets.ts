import { COMMON, envelope, PAGING } from "../parameters.ts";
import { area, both } from "./define.ts";

const operation = area("backup-export-buckets", "Cloud backup");

export const backupExportBuckets = {
  listExportBuckets: operation({
    number: 30,
    title: "List export buckets",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/backup/exportBuckets"),
    query: [...COMMON, ...PAGING],
  }),
  createExportBucket: operation({
    number: 31,
    title: "Create export bucket",
    roles: ["Project Owner"],
    risk: "create",
    routes: both("POST", "/groups/{groupId}/backup/exportBuckets"),
    query: [...COMMON],
  }),
  deleteExportBucket: operation({
    number: 32,
    title: "Delete export bucket",
    roles: ["Project Owner"],
    risk: "delete",
    routes: both("DELETE", "/groups/{groupId}/backup/exportBuckets/{exportBucketId}"),
    query: [envelope],
  }),
  getExportBucket: operation({
    number: 33,
    title: "Get export bucket",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/backup/exportBuckets/{exportBucketId}"),
    query: [envelope],
  }),
};
