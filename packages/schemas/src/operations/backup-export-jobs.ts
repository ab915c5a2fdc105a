import { COMMON, envelope, PAGING } from "../parameters.ts";
import { area, version2 } from "./define.ts";

const operation = area("backup-export-jobs", "Cloud backup");

export const backupExportJobs = {
  listExportJobs: operation({
    number: 36,
    title: "List export jobs of a cluster",
    roles: ["Project Cluster Admin"],
    routes: version2("GET", "/groups/{groupId}/clusters/{clusterName}/backup/exports"),
    query: [...COMMON, ...PAGING],
  }),
  createExportJob: operation({
    number: 37,
    title: "Create export job",
    roles: ["Project Cluster Admin"],
    risk: "costly",
    routes: version2("POST", "/groups/{groupId}/clusters/{clusterName}/backup/exports"),
    query: [envelope],
  }),
  getExportJob: operation({
    number: 38,
    title: "Get export job",
    roles: ["Project Cluster Admin"],
    routes: version2("GET", "/groups/{groupId}/clusters/{clusterName}/backup/exports/{exportId}"),
    query: [envelope],
  }),
};
