import type { Operation } from "./operation.ts";
import { accessHistory } from "./operations/access-history.ts";
import { alertConfigs } from "./operations/alert-configs.ts";
import { alerts } from "./operations/alerts.ts";
import { backupCompliance } from "./operations/backup-compliance.ts";
import { backupExportBuckets } from "./operations/backup-export-buckets.ts";
import { backupExportJobs } from "./operations/backup-export-jobs.ts";
import { backupRestore } from "./operations/backup-restore.ts";
import { backupSchedule } from "./operations/backup-schedule.ts";
import { backupSnapshots } from "./operations/backup-snapshots.ts";
import { cloudAccessRoles } from "./operations/cloud-access-roles.ts";
import { clusters } from "./operations/clusters.ts";
import { liveMigration } from "./operations/live-migration.ts";
import { metricsDiscovery } from "./operations/metrics-discovery.ts";
import { outageSimulation } from "./operations/outage-simulation.ts";
import { projectSettings } from "./operations/project-settings.ts";
import { search } from "./operations/search.ts";
import { serverlessBackup } from "./operations/serverless-backup.ts";
import { tokenEndpoint } from "./operations/service-token.ts";

const table = {
  ...accessHistory,
  ...alertConfigs,
  ...alerts,
  ...search,
  ...projectSettings,
  ...backupExportBuckets,
  ...backupCompliance,
  ...backupExportJobs,
  ...backupRestore,
  ...backupSchedule,
  ...backupSnapshots,
  ...serverlessBackup,
  ...liveMigration,
  ...cloudAccessRoles,
  ...outageSimulation,
  ...clusters,
  ...metricsDiscovery,
  ...tokenEndpoint,
};

/** The name of an operation in checks, reports and the typed client. */
export type OperationId = keyof typeof table;

/**
 * Operations that change the state of a target: all except reads and the token endpoint, which only counts requests.
 */
export type WriteId = {
  [Id in OperationId]: (typeof table)[Id]["risk"] extends "read" | "quota" ? never : Id;
}[OperationId];

/** All routes of the numbered operations, by id. */
export const operations: Readonly<Record<OperationId, Operation>> = table;

/** In the order of their numbers, independent of where they are defined. */
export const OPERATION_IDS: readonly OperationId[] = (Object.keys(table) as OperationId[]).sort(
  (one, other) => operations[one].number - operations[other].number,
);

/** Narrows a text, such as a command-line argument, to an operation id. */
export function isOperationId(text: string): text is OperationId {
  return Object.hasOwn(table, text);
}

/** The operations that change something, in the order of their numbers. */
export const WRITE_IDS: readonly WriteId[] = OPERATION_IDS.filter(isWriteId);

/** Narrows an operation to one that changes the state of a target. */
export function isWriteId(id: OperationId): id is WriteId {
  const { risk } = operations[id];
  return risk !== "read" && risk !== "quota";
}
