import type { OperationId } from "@plumbline/schemas";
import { accessHistoryHandlers } from "./access-history.ts";
import { alertConfigHandlers } from "./alert-configs.ts";
import { alertHandlers } from "./alerts.ts";
import { backupScheduleHandlers } from "./backup-schedule.ts";
import { cloudAccessRoleHandlers } from "./cloud-access-roles.ts";
import { clusterHandlers } from "./clusters.ts";
import { complianceHandlers } from "./compliance-policy.ts";
import { customAnalyzerHandlers } from "./custom-analyzers.ts";
import { exportBucketHandlers } from "./export-buckets.ts";
import { exportJobHandlers } from "./export-jobs.ts";
import type { Handler } from "./handler.ts";
import { linkHandlers, migrationHandlers } from "./live-migration.ts";
import { metricsHandlers } from "./metrics-discovery.ts";
import { outageSimulationHandlers } from "./outage-simulation.ts";
import { projectSettingsHandlers } from "./project-settings.ts";
import { restoreJobHandlers } from "./restore-jobs.ts";
import { searchIndexHandlers } from "./search-indexes.ts";
import { serverlessBackupHandlers } from "./serverless-backup.ts";
import { tokenHandlers } from "./service-token.ts";
import { snapshotHandlers } from "./snapshots.ts";

/** A handler for each served operation. The compiler reports an id that has none. */
export const handlers: Readonly<Record<OperationId, Handler>> = {
  ...accessHistoryHandlers,
  ...alertConfigHandlers,
  ...alertHandlers,
  ...projectSettingsHandlers,
  ...cloudAccessRoleHandlers,
  ...customAnalyzerHandlers,
  ...searchIndexHandlers,
  ...outageSimulationHandlers,
  ...migrationHandlers,
  ...linkHandlers,
  ...clusterHandlers,
  ...exportBucketHandlers,
  ...complianceHandlers,
  ...exportJobHandlers,
  ...restoreJobHandlers,
  ...backupScheduleHandlers,
  ...snapshotHandlers,
  ...serverlessBackupHandlers,
  ...metricsHandlers,
  ...tokenHandlers,
};
