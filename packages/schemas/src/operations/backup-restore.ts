import { COMMON, PAGING } from "../parameters.ts";
import { area, both } from "./define.ts";

const operation = area("backup-restore", "Cloud backup");

export const backupRestore = {
  listRestoreJobs: operation({
    number: 39,
    title: "List restore jobs of a cluster",
    roles: ["Project Owner"],
    routes: both("GET", "/groups/{groupId}/clusters/{clusterName}/backup/restoreJobs"),
    query: [...COMMON, ...PAGING],
  }),
  createRestoreJob: operation({
    number: 40,
    title: "Create restore job",
    roles: ["Project Owner"],
    risk: "costly",
    routes: both("POST", "/groups/{groupId}/clusters/{clusterName}/backup/restoreJobs"),
    query: [...COMMON],
  }),
  cancelRestoreJob: operation({
    number: 41,
    title: "Cancel restore job",
    roles: ["Project Owner"],
    risk: "delete",
    routes: both("DELETE", "/groups/{groupId}/clusters/{clusterName}/backup/restoreJobs/{restoreJobId}"),
    query: [...COMMON],
  }),
  getRestoreJob: operation({
    number: 42,
    title: "Get restore job",
    roles: ["Project Owner"],
    routes: both("GET", "/groups/{groupId}/clusters/{clusterName}/backup/restoreJobs/{restoreJobId}"),
    query: [...COMMON],
  }),
};
