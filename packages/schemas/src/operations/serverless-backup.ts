import { COMMON, envelope, PAGING } from "../parameters.ts";
import { serverlessRestoreJob, serverlessRestoreJobInput } from "../resources/serverless-restore-job.ts";
import { serverlessSnapshot } from "../resources/serverless-snapshot.ts";
import { area, both, paged, record, version2 } from "./define.ts";

const operation = area("serverless-backup", "Cloud backup");

/** Operations 52 and 53: snapshots and restore jobs of serverless instances. */
export const serverlessBackup = {
  listServerlessRestoreJobs: operation({
    number: 52,
    part: "list",
    title: "List serverless restore jobs",
    roles: ["Project Owner"],
    routes: version2("GET", "/groups/{groupId}/serverless/{clusterName}/backup/restoreJobs"),
    query: [...COMMON, ...PAGING],
    result: paged(serverlessRestoreJob),
  }),
  createServerlessRestoreJob: operation({
    number: 52,
    part: "create",
    title: "Create serverless restore job",
    roles: ["Project Owner"],
    risk: "irreversible",
    routes: version2("POST", "/groups/{groupId}/serverless/{clusterName}/backup/restoreJobs"),
    query: [...COMMON],
    assumedQuery: true,
    body: { schema: serverlessRestoreJobInput, mediaType: "application/json" },
    result: record(serverlessRestoreJob),
  }),
  getServerlessRestoreJob: operation({
    number: 52,
    part: "get",
    title: "Get serverless restore job",
    roles: ["Project Owner"],
    routes: version2("GET", "/groups/{groupId}/serverless/{clusterName}/backup/restoreJobs/{restoreJobId}"),
    query: [...COMMON],
    assumedQuery: true,
    result: record(serverlessRestoreJob),
  }),
  listServerlessSnapshots: operation({
    number: 53,
    part: "list",
    title: "List serverless snapshots",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/serverless/{clusterName}/backup/snapshots"),
    query: [...COMMON, ...PAGING],
    result: paged(serverlessSnapshot),
  }),
  getServerlessSnapshot: operation({
    number: 53,
    part: "get",
    title: "Get serverless snapshot",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/serverless/{clusterName}/backup/snapshots/{snapshotId}"),
    query: [envelope],
    assumedQuery: true,
    result: record(serverlessSnapshot),
  }),
};
