/* The writable kinds of records and settings, their lists, and ways to damage a neighbour of the same kind. */

const DAY = 24 * 60 * 60 * 1_000;

/** Damage by a request to the server. */
const asks = (operation, body) => ({ operation, body });

/** Damage that only the front shows. */
const shows = (patch) => ({ patch });

/**
 * `list` lists the records, `parameter` addresses one, `remove` deletes it (the front hides it if no operation does),
 * and each of `changes` changes one. A kind without a list has `find`.
 */
export const KINDS = {
  alertConfig: {
    list: "listAlertConfigs",
    parameter: "alertConfigId",
    remove: asks("deleteAlertConfig"),
    changes: {
      toggled: asks("setAlertConfigEnabled", ({ enabled }) => ({ enabled: !enabled })),
      "another event": shows((record) => ({
        ...record,
        eventTypeName:
          record.eventTypeName === "DEPLOYMENT_FAILURE" ? "CREDIT_CARD_ABOUT_TO_EXPIRE" : "DEPLOYMENT_FAILURE",
      })),
    },
  },
  alert: {
    list: "listAlerts",
    parameter: "alertId",
    changes: {
      acknowledged: asks("acknowledgeAlert", ({ acknowledgedUntil }) =>
        Date.parse(acknowledgedUntil) > Date.now()
          ? {}
          : {
              acknowledgedUntil: new Date(Date.now() + 10 * DAY).toISOString(),
              acknowledgementComment: "by the front",
            },
      ),
    },
  },
  index: {
    list: "listSearchIndexes",
    parameter: "indexId",
    remove: asks("deleteSearchIndexById"),
    changes: {
      "another definition": asks("updateSearchIndexById", ({ latestDefinition }) => ({
        definition: {
          mappings: { dynamic: latestDefinition?.mappings?.dynamic !== true, fields: { harmed: { type: "string" } } },
        },
      })),
    },
  },
  bucket: {
    list: "listExportBuckets",
    parameter: "exportBucketId",
    remove: asks("deleteExportBucket"),
    changes: { renamed: shows((record) => ({ ...record, bucketName: `${record.bucketName.slice(0, 50)}-harmed` })) },
  },
  snapshot: {
    list: "listSnapshots",
    parameter: "snapshotId",
    remove: asks("deleteSnapshot"),
    changes: {
      "expires later": asks("changeSnapshotExpiration", () => ({ retentionUnit: "DAYS", retentionValue: 321 })),
      "without a description": shows(({ description: _blank, ...record }) => record),
    },
  },
  shardedSnapshot: {
    list: "listShardedSnapshots",
    parameter: "snapshotId",
    remove: asks("deleteShardedSnapshot"),
    changes: {
      "expires later": asks("changeSnapshotExpiration", () => ({ retentionUnit: "DAYS", retentionValue: 321 })),
    },
  },
  restoreJob: {
    list: "listRestoreJobs",
    parameter: "restoreJobId",
    changes: { cancelled: shows((record) => ({ ...record, cancelled: true })) },
  },
  exportJob: {
    list: "listExportJobs",
    parameter: "exportId",
    changes: { cancelled: shows((record) => ({ ...record, state: "Cancelled" })) },
  },
  serverlessRestoreJob: {
    list: "listServerlessRestoreJobs",
    parameter: "restoreJobId",
    changes: { cancelled: shows((record) => ({ ...record, cancelled: true })) },
  },
  role: {
    list: "listCloudAccessRoles",
    parameter: "roleId",
    changes: { "another role": shows((record) => ({ ...record, iamAssumedRoleArn: "arn:aws:iam::1:role/harmed" })) },
  },
  cluster: {
    list: "listClusters",
    parameter: "clusterName",
    changes: {
      paused: shows((record) => ("paused" in record ? { ...record, paused: !record.paused } : record)),
    },
  },
  migration: {
    find: "getMigration",
    parameter: "liveMigrationId",
    changes: { "cut over": asks("cutOverMigration") },
  },
  validation: { find: "getMigrationValidation", parameter: "validationId", changes: {} },
  outage: {
    setting: "cluster",
    read: "getOutageSimulation",
    changes: {
      ended: asks("endOutageSimulation"),
    },
  },
  schedule: {
    setting: "cluster",
    read: "getBackupSchedule",
    changes: {
      "another hour": asks("updateBackupSchedule", ({ referenceHourOfDay = 0 }) => ({
        referenceHourOfDay: (referenceHourOfDay + 5) % 24,
      })),
      deleted: asks("deleteBackupSchedules"),
    },
  },
  analyzers: {
    setting: "cluster",
    read: "listCustomAnalyzers",
    changes: { emptied: asks("replaceCustomAnalyzers", () => []) },
  },
  auditing: {
    setting: "project",
    read: "getAuditing",
    changes: { toggled: asks("updateAuditing", ({ enabled }) => ({ enabled: !enabled })) },
  },
  customDns: {
    setting: "project",
    read: "getCustomDns",
    // No key of the other project may write it.
    changes: { toggled: shows((record) => ({ ...record, enabled: !record.enabled })) },
  },
  compliance: {
    setting: "project",
    read: "getBackupCompliancePolicy",
    changes: {
      "another officer": asks("updateBackupCompliancePolicy", () => ({ authorizedEmail: "harmed@example.com" })),
    },
  },
};

/** The kind that an operation writes. */
export const WRITES = {
  createAlertConfig: "alertConfig",
  deleteAlertConfig: "alertConfig",
  setAlertConfigEnabled: "alertConfig",
  updateAlertConfig: "alertConfig",
  acknowledgeAlert: "alert",
  replaceCustomAnalyzers: "analyzers",
  createSearchIndex: "index",
  createSearchIndexLegacy: "index",
  updateSearchIndexByName: "index",
  deleteSearchIndexByName: "index",
  updateSearchIndexById: "index",
  deleteSearchIndexById: "index",
  updateAuditing: "auditing",
  updateCustomDns: "customDns",
  createExportBucket: "bucket",
  deleteExportBucket: "bucket",
  updateBackupCompliancePolicy: "compliance",
  createExportJob: "exportJob",
  createRestoreJob: "restoreJob",
  cancelRestoreJob: "restoreJob",
  deleteBackupSchedules: "schedule",
  updateBackupSchedule: "schedule",
  takeSnapshot: "snapshot",
  deleteSnapshot: "snapshot",
  changeSnapshotExpiration: "snapshot",
  deleteShardedSnapshot: "shardedSnapshot",
  createServerlessRestoreJob: "serverlessRestoreJob",
  createMigration: "migration",
  validateMigration: "validation",
  cutOverMigration: "migration",
  createCloudAccessRole: "role",
  startOutageSimulation: "outage",
  endOutageSimulation: "outage",
  createCluster: "cluster",
};
