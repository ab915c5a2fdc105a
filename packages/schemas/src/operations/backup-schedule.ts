import { COMMON, envelope } from "../parameters.ts";
import { backupScheduleInput, backupSchedule as schedule } from "../resources/backup-schedule.ts";
import { area, both, record } from "./define.ts";

const operation = area("backup-schedule", "Cloud backup");

/** Operations 43 to 45: the backup schedule of a cluster. */
export const backupSchedule = {
  deleteBackupSchedules: operation({
    number: 43,
    title: "Delete backup schedule of a cluster",
    roles: ["Project Cluster Admin"],
    risk: "delete",
    routes: both("DELETE", "/groups/{groupId}/clusters/{clusterName}/backup/schedule"),
    query: [envelope],
    result: record(schedule),
  }),
  getBackupSchedule: operation({
    number: 44,
    title: "Get backup schedule",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/clusters/{clusterName}/backup/schedule"),
    query: [...COMMON],
    result: record(schedule),
  }),
  updateBackupSchedule: operation({
    number: 45,
    title: "Update backup schedule",
    roles: ["Project Owner"],
    risk: "update",
    routes: both("PATCH", "/groups/{groupId}/clusters/{clusterName}/backup/schedule"),
    query: [...COMMON],
    body: { schema: backupScheduleInput, mediaType: "application/json" },
    result: record(schedule),
  }),
};
