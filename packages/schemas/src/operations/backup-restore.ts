import { COMMON, PAGING } from "../parameters.ts";
import { restoreJob, restoreJobInput } from "../resources/restore-job.ts";
import { area, both, paged, record } from "./define.ts";

const operation = area("backup-restore", "Cloud backup");

/** Operations 39 to 42: restore jobs of dedicated clusters. */
export const backupRestore = {
  listRestoreJobs: operation({
    number: 39,
    title: "List restore jobs of a cluster",
    roles: ["Project Owner"],
    routes: both("GET", "/groups/{groupId}/clusters/{clusterName}/backup/restoreJobs"),
    query: [...COMMON, ...PAGING],
    result: paged(restoreJob),
  }),
  createRestoreJob: operation({
    number: 40,
    title: "Create restore job",
    roles: ["Project Owner"],
    risk: "irreversible",
    routes: both("POST", "/groups/{groupId}/clusters/{clusterName}/backup/restoreJobs"),
    query: [...COMMON],
    body: { schema: restoreJobInput, mediaType: "application/json" },
    result: record(restoreJob),
  }),
  cancelRestoreJob: operation({
    number: 41,
    title: "Cancel restore job",
    roles: ["Project Owner"],
    risk: "delete",
    routes: both("DELETE", "/groups/{groupId}/clusters/{clusterName}/backup/restoreJobs/{restoreJobId}"),
    query: [...COMMON],
    result: { kind: "empty" },
  }),
  getRestoreJob: operation({
    number: 42,
    title: "Get restore job",
    roles: ["Project Owner"],
    routes: both("GET", "/groups/{groupId}/clusters/{clusterName}/backup/restoreJobs/{restoreJobId}"),
    query: [...COMMON],
    assumedQuery: true,
    result: record(restoreJob),
  }),
};
