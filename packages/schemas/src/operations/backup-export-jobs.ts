import { COMMON, envelope, PAGING } from "../parameters.ts";
import { exportJob, exportJobInput } from "../resources/export-job.ts";
import { area, paged, record, version2 } from "./define.ts";

const operation = area("backup-export-jobs", "Cloud backup");

/** Operations 36 to 38: exports of snapshots. A job is permanent. */
export const backupExportJobs = {
  listExportJobs: operation({
    number: 36,
    title: "List export jobs of a cluster",
    roles: ["Project Cluster Admin"],
    routes: version2("GET", "/groups/{groupId}/clusters/{clusterName}/backup/exports"),
    query: [...COMMON, ...PAGING],
    result: paged(exportJob),
  }),
  createExportJob: operation({
    number: 37,
    title: "Create export job",
    roles: ["Project Cluster Admin"],
    risk: "irreversible",
    routes: version2("POST", "/groups/{groupId}/clusters/{clusterName}/backup/exports"),
    query: [envelope],
    body: { schema: exportJobInput, mediaType: "application/json" },
    result: record(exportJob),
  }),
  getExportJob: operation({
    number: 38,
    title: "Get export job",
    roles: ["Project Cluster Admin"],
    routes: version2("GET", "/groups/{groupId}/clusters/{clusterName}/backup/exports/{exportId}"),
    query: [envelope],
    result: record(exportJob),
  }),
};
