import type { OperationId, WriteId } from "@plumbline/schemas";

/** The kinds of records and settings that the model knows. */
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

/** The effect of a write on the record that its path addresses or its answer shows. */
export type Effect =
  /** Creates a record, and the answer shows it. */
  | "makes"
  /** Changes a record, and the answer shows its new state. */
  | "changes"
  /** Changes a record, and the answer shows something else. */
  | "touches"
  /** Changes a record, after which reads need not show it any more. */
  | "ends"
  /** Starts the single record of a place, and the answer shows it. */
  | "starts"
  /** Ends the single record of a place, and the answer shows it. The model then expects nothing more of it. */
  | "stops"
  | "removes";

/** Records of other kinds that a write may change. */
export interface Reach {
  readonly by: WriteId;
  /** The sentence of the API description that says so, in our words. */
  readonly because: string;
}

/**
 * One kind of record: how to address its records, and the operations that show and change them. Member names are
 * neutral.
 */
export interface KindOfRecord {
  /** The member with the id that is unique within the kind; `undefined` if each place has one record. */
  readonly id?: string;
  /** The member with the id, if a record lacks the first. */
  readonly otherId?: string;
  /** The path parameter for the id. */
  readonly parameter?: string;
  /** The path parameter for the record's name instead, and the member with that name. */
  readonly named?: { readonly parameter: string; readonly member: string };
  /** Path parameters of the place that a record belongs to. */
  readonly within: readonly string[];
  /** Reads that show one whole record. */
  readonly gets: readonly OperationId[];
  /** Lists of all records of a place. */
  readonly lists: readonly OperationId[];
  /** The members of an answer that have the lists of records, if the answer itself is not the list. */
  readonly listedUnder?: readonly string[];
  /** Lists that show a record only in the place that it belongs to. */
  readonly belongsTo?: readonly OperationId[];
  /** Lists of some records of a place. */
  readonly parts?: readonly OperationId[];
  readonly writes: Readonly<Partial<Record<WriteId, Effect>>>;
  /** Writes to other kinds that may also change records of this kind. */
  readonly reached?: readonly Reach[];
  /** Members that change without a write, or with other activity of the service; not compared over time. */
  readonly moves: readonly string[];
  /**
   * The moving members that stay constant for a while: two operations or versions show the same value at the same time.
   */
  readonly steps?: readonly string[];
  /**
   * A member and its words that announce changes: meanwhile all other members may change, except the listed ones, which
   * stay as sent.
   */
  readonly isMoving?: { readonly member: string; readonly words: RegExp; readonly except?: readonly string[] };
  /**
   * Its lists show only a part of the place, and no record names its part. A record absent from one list may be in
   * another part.
   */
  readonly isListedApart?: true;
  /**
   * The description does not say which lists show which records, so a record is missing only from a read that showed it
   * before.
   */
  readonly isMissedWhere?: "seen";
  /** A removal may take effect some time after its answer, so the model does not judge removed records. */
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
/** The service may sign download addresses anew for each answer, so they are not among these. */
const JOB_STEPS = ["expired", "expiresAt", "failed", "finishedAt", "timestamp"];
/** While the service takes a snapshot, everything may change except what the request set. */
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
    // A service that removes or changes a configuration may do anything with its alerts.
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
    // The service may measure a project's deployments anew for every request.
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
    // Both routes address a snapshot of a sharded cluster.
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
