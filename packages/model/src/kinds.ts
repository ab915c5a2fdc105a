import type { OperationId, WriteId } from "@plumbline/schemas";

/** The kinds of records and settings that the model keeps. */
export type Kind =
  | "access role"
  | "alert"
  | "alert configuration"
  | "auditing"
  | "backup schedule"
  | "cluster"
  | "compliance policy"
  | "custom DNS"
  | "export bucket"
  | "export job"
  | "migratable project"
  | "migration"
  | "outage simulation"
  | "restore job"
  | "search index"
  | "serverless restore job"
  | "serverless snapshot"
  | "sharded snapshot"
  | "snapshot"
  | "validation";

/** What a write does to the record that its path addresses, or that its answer shows. */
export type Effect =
  /** Makes one, which its answer shows. */
  | "makes"
  /** Changes one, and answers with it as it is now. */
  | "changes"
  /** Changes one, and answers with something else. */
  | "touches"
  /** Changes one in a way after which it need not be shown any more. */
  | "ends"
  /** Begins what a place has one of, and answers with it. */
  | "starts"
  /** Brings that to its end, and answers with it; from then on it is nobody's. */
  | "stops"
  | "removes";

/** Other records that change with a write. */
export interface Reach {
  readonly by: WriteId;
  /** The sentence of the description that says so, in our words. */
  readonly because: string;
}

/** One kind of record: how its records are addressed, what shows them, what changes them. Member names are neutral. */
export interface KindOfRecord {
  /** The member that tells a record from others of its kind; `undefined` where each place has one record. */
  readonly id?: string;
  /** The member that has the id of a record without the first. */
  readonly otherId?: string;
  /** The path parameter that takes it. */
  readonly parameter?: string;
  /** The path parameter that takes the name of a record instead, and the member that has it. */
  readonly named?: { readonly parameter: string; readonly member: string };
  /** Path parameters of the place that a record belongs to. */
  readonly within: readonly string[];
  /** Reads that show one record whole. */
  readonly gets: readonly OperationId[];
  /** Lists of all records of a place. */
  readonly lists: readonly OperationId[];
  /** Members of a list that hold the records, where it is no list itself. */
  readonly listedUnder?: readonly string[];
  /** Lists that show a record in the one place that it belongs to. */
  readonly belongsTo?: readonly OperationId[];
  /** Lists of some of them. */
  readonly parts?: readonly OperationId[];
  readonly writes: Readonly<Partial<Record<WriteId, Effect>>>;
  /** Writes to other kinds with which records of this one change. */
  readonly reached?: readonly Reach[];
  /** Members that change without a write, or with what else goes on in the service; not compared over time. */
  readonly moves: readonly string[];
  /** Those of them that stand still for a while: what two operations or versions show of them at one time is the same. */
  readonly steps?: readonly string[];
  /** The words of a member while which all others may change, but for those that stay as they were sent. */
  readonly isMoving?: { readonly member: string; readonly words: RegExp; readonly except?: readonly string[] };
  /** Lists show those of a part of its place, which no record is known by: one that a list lacks may be in another part. */
  readonly isListedApart?: true;
  /** Where some of its records are listed is not stated: one is missed only where it was seen before. */
  readonly isMissedWhere?: "seen";
  /** A removal may take effect a while after it was accepted: nothing is said of removed records. */
  readonly fades?: true;
}

const JOB_MOVES = [
  "components",
  "deliveryUrl",
  "expired",
  "expiresAt",
  "failed",
  "finishedAt",
  "privateDownloadDeliveryUrls",
  "timestamp",
];
/** Addresses to fetch from may be signed anew for each answer. */
const JOB_STEPS = ["expired", "expiresAt", "failed", "finishedAt", "timestamp"];
/** What is said of a snapshot while it is taken may still change, but for what it was taken with. */
const SNAPSHOT = {
  moves: ["copyRegions", "status", "storageSizeBytes"],
  steps: ["copyRegions", "status", "storageSizeBytes"],
  isMoving: { member: "status", words: /^(queued|in.?progress|pending|delet)/i, except: ["description"] },
} as const;
const POLICY: Reach = {
  by: "updateBackupCompliancePolicy",
  because: "a compliance policy can overwrite the schedules that fall short of it",
};

/** Every kind with the operations that show and change its records. */
export const KINDS: Readonly<Record<Kind, KindOfRecord>> = {
  "access role": {
    id: "roleId",
    otherId: "_id",
    parameter: "roleId",
    within: ["groupId"],
    gets: ["getCloudAccessRole"],
    lists: ["listCloudAccessRoles"],
    listedUnder: ["providerAIamRoles", "providerBServicePrincipals"],
    belongsTo: ["listCloudAccessRoles"],
    writes: { createCloudAccessRole: "makes" },
    moves: ["authorizedDate", "featureUsages", "lastUpdatedDate"],
  },
  alert: {
    id: "id",
    parameter: "alertId",
    within: ["groupId"],
    gets: ["getAlert"],
    lists: [],
    parts: ["listAlerts", "listOpenAlertsOfConfig"],
    belongsTo: ["listAlerts", "listOpenAlertsOfConfig"],
    writes: { acknowledgeAlert: "changes" },
    // A service that removes or changes a configuration may do with its alerts what it likes.
    reached: ["deleteAlertConfig", "setAlertConfigEnabled", "updateAlertConfig"].map((by) => ({
      by: by as WriteId,
      because: "alerts come from a configuration, and what becomes of them with it is not shown",
    })),
    moves: [
      "acknowledgedUntil",
      "acknowledgementComment",
      "acknowledgingUsername",
      "lastNotified",
      "resolved",
      "status",
      "updated",
    ],
    steps: ["acknowledgedUntil", "acknowledgementComment", "acknowledgingUsername", "resolved", "status"],
  },
  "alert configuration": {
    id: "id",
    parameter: "alertConfigId",
    within: ["groupId"],
    gets: ["getAlertConfig"],
    lists: ["listAlertConfigs"],
    belongsTo: ["listAlertConfigs"],
    parts: ["listAlertConfigsOfAlert"],
    writes: {
      createAlertConfig: "makes",
      deleteAlertConfig: "removes",
      setAlertConfigEnabled: "changes",
      updateAlertConfig: "changes",
    },
    moves: [],
  },
  auditing: {
    within: ["groupId"],
    gets: ["getAuditing"],
    lists: [],
    writes: { updateAuditing: "changes" },
    moves: [],
  },
  "backup schedule": {
    within: ["groupId", "clusterName"],
    gets: ["getBackupSchedule"],
    lists: [],
    writes: { deleteBackupSchedules: "changes", updateBackupSchedule: "changes" },
    reached: [POLICY],
    moves: ["nextSnapshot"],
    steps: ["nextSnapshot"],
  },
  cluster: {
    id: "name",
    parameter: "clusterName",
    within: ["groupId"],
    gets: [],
    lists: ["listClusters"],
    writes: { createCluster: "touches" },
    moves: [
      "backupEnabled",
      "connectionStrings",
      "diskSizeGB",
      "engineURI",
      "engineURIUpdated",
      "engineURIWithOptions",
      "engineVersion",
      "featureCompatibilityVersion",
      "featureCompatibilityVersionExpirationDate",
      "paused",
      "pitEnabled",
      "providerBackupEnabled",
      "providerSettings",
      "replicationSpecs",
      "srvAddress",
      "stateName",
    ],
  },
  "compliance policy": {
    within: ["groupId"],
    gets: ["getBackupCompliancePolicy"],
    lists: [],
    writes: { updateBackupCompliancePolicy: "changes" },
    moves: ["state"],
    steps: ["state"],
  },
  "custom DNS": {
    within: ["groupId"],
    gets: ["getCustomDns"],
    lists: [],
    writes: { updateCustomDns: "changes" },
    moves: [],
  },
  "export bucket": {
    id: "_id",
    parameter: "exportBucketId",
    within: ["groupId"],
    gets: ["getExportBucket"],
    lists: ["listExportBuckets"],
    belongsTo: ["listExportBuckets"],
    writes: { createExportBucket: "makes", deleteExportBucket: "removes" },
    moves: [],
  },
  "export job": {
    id: "id",
    parameter: "exportId",
    within: ["groupId", "clusterName"],
    gets: ["getExportJob"],
    lists: ["listExportJobs"],
    belongsTo: ["listExportJobs"],
    writes: { createExportJob: "makes" },
    moves: ["components", "createdAt", "exportStatus", "finishedAt", "prefix", "state"],
    steps: ["createdAt", "finishedAt", "prefix", "state"],
  },
  "migratable project": {
    id: "projectId",
    within: ["orgId"],
    gets: [],
    lists: ["listMigratableProjects"],
    writes: {},
    // What a project runs is measured anew whenever somebody asks.
    moves: ["deployments"],
  },
  migration: {
    id: "_id",
    parameter: "liveMigrationId",
    within: ["groupId"],
    gets: ["getMigration"],
    lists: [],
    writes: { createMigration: "makes", cutOverMigration: "ends" },
    moves: ["lagTimeSeconds", "readyForCutover", "status"],
    steps: ["readyForCutover", "status"],
  },
  "outage simulation": {
    within: ["groupId", "clusterName"],
    gets: ["getOutageSimulation"],
    lists: [],
    writes: { endOutageSimulation: "stops", startOutageSimulation: "starts" },
    moves: ["state"],
    steps: ["state"],
  },
  "restore job": {
    id: "id",
    parameter: "restoreJobId",
    within: ["groupId", "clusterName"],
    gets: ["getRestoreJob"],
    lists: ["listRestoreJobs"],
    writes: { cancelRestoreJob: "ends", createRestoreJob: "makes" },
    moves: JOB_MOVES,
    steps: JOB_STEPS,
  },
  "search index": {
    id: "indexID",
    parameter: "indexId",
    named: { parameter: "indexName", member: "name" },
    within: ["groupId", "clusterName"],
    gets: ["getSearchIndexById", "getSearchIndexByName"],
    lists: ["listSearchIndexes"],
    belongsTo: ["listSearchIndexes"],
    writes: {
      createSearchIndex: "makes",
      createSearchIndexLegacy: "makes",
      deleteSearchIndexById: "removes",
      deleteSearchIndexByName: "removes",
      updateSearchIndexById: "touches",
      updateSearchIndexByName: "changes",
    },
    moves: [
      "latestDefinitionVersion",
      "queryable",
      "status",
      "statusDetail",
      "synonymMappingStatus",
      "synonymMappingStatusDetail",
    ],
    isListedApart: true,
    fades: true,
  },
  "serverless restore job": {
    id: "id",
    parameter: "restoreJobId",
    within: ["groupId", "clusterName"],
    gets: ["getServerlessRestoreJob"],
    lists: ["listServerlessRestoreJobs"],
    writes: { createServerlessRestoreJob: "makes" },
    moves: JOB_MOVES,
    steps: JOB_STEPS,
  },
  "serverless snapshot": {
    id: "id",
    parameter: "snapshotId",
    within: ["groupId", "clusterName"],
    gets: ["getServerlessSnapshot"],
    lists: ["listServerlessSnapshots"],
    belongsTo: ["listServerlessSnapshots"],
    writes: {},
    ...SNAPSHOT,
  },
  "sharded snapshot": {
    id: "id",
    parameter: "snapshotId",
    within: ["groupId", "clusterName"],
    gets: ["getShardedSnapshot"],
    lists: ["listShardedSnapshots"],
    belongsTo: ["listShardedSnapshots"],
    writes: { deleteShardedSnapshot: "removes", deleteSnapshot: "removes" },
    reached: [
      { by: "changeSnapshotExpiration", because: "whether it takes the snapshots of a sharded cluster is not shown" },
      { by: "updateBackupSchedule", because: "updateSnapshots changes the retention of snapshots" },
    ],
    ...SNAPSHOT,
    fades: true,
  },
  snapshot: {
    id: "id",
    parameter: "snapshotId",
    within: ["groupId", "clusterName"],
    gets: ["getSnapshot"],
    lists: ["listSnapshots"],
    belongsTo: ["listSnapshots"],
    // One that was taken of a sharded cluster has both routes.
    writes: {
      changeSnapshotExpiration: "changes",
      deleteShardedSnapshot: "removes",
      deleteSnapshot: "removes",
      takeSnapshot: "makes",
    },
    reached: [{ by: "updateBackupSchedule", because: "updateSnapshots changes the retention of snapshots" }],
    ...SNAPSHOT,
    isMissedWhere: "seen",
  },
  validation: {
    id: "_id",
    parameter: "validationId",
    within: ["groupId"],
    gets: ["getMigrationValidation"],
    lists: [],
    writes: { validateMigration: "makes" },
    moves: ["errorMessage", "status"],
    steps: ["errorMessage", "status"],
  },
};

/** The kinds, in the order of `KINDS`. */
export const ALL_KINDS = Object.keys(KINDS) as readonly Kind[];
