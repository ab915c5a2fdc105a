import { KINDS as MODELLED } from "@plumbline/model";
import type { Contract, OperationId, WriteId } from "@plumbline/schemas";
import { fieldsOf, member } from "../ground/json.ts";
import { listIn } from "../oracles/envelope.ts";
import { ENDED } from "./ended.ts";

/** The kinds of records and settings that writes work on. */
export type Kind =
  | "access role"
  | "alert"
  | "alert configuration"
  | "auditing"
  | "backup schedule"
  | "cluster"
  | "compliance policy"
  | "custom analyzers"
  | "custom DNS"
  | "export bucket"
  | "export job"
  | "link"
  | "migration"
  | "outage simulation"
  | "private IP mode"
  | "restore job"
  | "search index"
  | "serverless restore job"
  | "sharded snapshot"
  | "snapshot"
  | "validation";

/** How the run sees all records of a kind at once. */
export type Sight =
  /** One list shows them. */
  | {
      readonly how: "list";
      readonly read: OperationId;
      /** The member of a record, in neutral words, that holds its id. */
      readonly id: string;
      /** Finds the records in an answer that is no list itself. */
      readonly records?: (json: unknown, contract: Contract) => readonly unknown[];
    }
  /** Each project or cluster has one. The run reads it at places where the user may have others. */
  | { readonly how: "places"; readonly read: OperationId; readonly parameter: "clusterName" | "groupId" }
  /** No list shows them, so the run reads those whose id it knows. */
  | { readonly how: "ids"; readonly read: OperationId; readonly parameter: string };

/** How the run looks at all records of a kind around a write, and which changes of them it expects. */
export interface KindOfRecord {
  /** Absent if no operation shows records of the kind. */
  readonly sight?: Sight;
  /** Members, in neutral words, that change by themselves or because of other activity in the service. */
  readonly moves: readonly string[];
  /** Whether the record is being deleted; lists may still show it for a while. */
  readonly isGoing?: (record: unknown) => boolean;
  /** The part of a moving state that does not move by itself, for example whether a job was cancelled. */
  readonly says?: (record: unknown) => string;
  /** Whether the record is changing its state. Any of its members may change meanwhile. */
  readonly isMoving?: (record: unknown) => boolean;
  /** The create for records of this kind that must stay unchanged next to the written one. The cleanup removes them. */
  readonly company?: WriteId;
}

const isBeingTaken = (record: unknown): boolean =>
  /^(queued|in.?progress|pending)/i.test(String(member(record, "status")));
const isBeingDeleted = (record: unknown): boolean => /^delet/i.test(String(member(record, "status")));

/** The access roles of both providers. Those of the second get the name `roleId` for their id. */
function rolesIn(json: unknown, { field }: Contract): readonly unknown[] {
  const principals = listIn(member(json, field("providerBServicePrincipals"))) ?? [];
  return [
    ...(listIn(member(json, field("providerAIamRoles"))) ?? []),
    ...principals.map((one) => ({ ...fieldsOf(one), [field("roleId")]: member(one, field("_id")) })),
  ];
}

/** How the run sees each kind of record, and which members change by themselves. */
export const KINDS: Readonly<Record<Kind, KindOfRecord>> = {
  "access role": {
    sight: {
      how: "list",
      read: "listCloudAccessRoles",
      id: "roleId",
      records: rolesIn,
    },
    moves: ["authorizedDate", "featureUsages", "lastUpdatedDate"],
  },
  alert: {
    sight: { how: "list", read: "listAlerts", id: "id" },
    moves: ["lastNotified", "resolved", "status", "updated"],
  },
  "alert configuration": {
    sight: { how: "list", read: "listAlertConfigs", id: "id" },
    moves: [],
    company: "createAlertConfig",
  },
  auditing: { sight: { how: "places", read: "getAuditing", parameter: "groupId" }, moves: [] },
  "backup schedule": {
    sight: { how: "places", read: "getBackupSchedule", parameter: "clusterName" },
    moves: ["nextSnapshot"],
  },
  cluster: {
    sight: { how: "list", read: "listClusters", id: "name" },
    moves: [
      "connectionStrings",
      "diskSizeGB",
      "engineURI",
      "engineURIUpdated",
      "engineURIWithOptions",
      "engineVersion",
      "featureCompatibilityVersion",
      "featureCompatibilityVersionExpirationDate",
      "providerSettings",
      "srvAddress",
      "stateName",
    ],
  },
  "compliance policy": {
    sight: { how: "places", read: "getBackupCompliancePolicy", parameter: "groupId" },
    moves: ["state"],
  },
  "custom analyzers": { sight: { how: "places", read: "listCustomAnalyzers", parameter: "clusterName" }, moves: [] },
  "custom DNS": { sight: { how: "places", read: "getCustomDns", parameter: "groupId" }, moves: [] },
  "export bucket": {
    sight: { how: "list", read: "listExportBuckets", id: "_id" },
    moves: [],
    company: "createExportBucket",
  },
  "export job": {
    sight: { how: "list", read: "listExportJobs", id: "id" },
    moves: ["components", "exportStatus", "finishedAt", "state"],
    says: (record) => (/^cancel/i.test(String(member(record, "state"))) ? "cancelled" : "not cancelled"),
    // The service itself may cancel a job that is not over.
    isMoving: (record) => !/^(cancel|complet|success|fail)/i.test(String(member(record, "state"))),
  },
  link: { moves: [] },
  migration: {
    sight: { how: "ids", read: "getMigration", parameter: "liveMigrationId" },
    moves: ["lagTimeSeconds", "readyForCutover", "status"],
    // A migration is over only after a cut-over.
    says: (record) => (/cut|complet/i.test(String(member(record, "status"))) ? "over" : "not over"),
  },
  "outage simulation": {
    sight: { how: "places", read: "getOutageSimulation", parameter: "clusterName" },
    moves: ["state"],
    says: (record) => (ENDED.test(String(member(record, "state"))) ? "ended" : "standing"),
  },
  "private IP mode": { moves: [] },
  "restore job": { sight: { how: "list", read: "listRestoreJobs", id: "id" }, moves: MODELLED["restore job"].moves },
  "search index": {
    sight: { how: "list", read: "listSearchIndexes", id: "indexID" },
    moves: MODELLED["search index"].moves,
    isGoing: isBeingDeleted,
    company: "createSearchIndex",
  },
  "serverless restore job": {
    sight: { how: "list", read: "listServerlessRestoreJobs", id: "id" },
    moves: MODELLED["restore job"].moves,
  },
  "sharded snapshot": {
    sight: { how: "list", read: "listShardedSnapshots", id: "id" },
    moves: MODELLED.snapshot.moves,
    isMoving: isBeingTaken,
    isGoing: isBeingDeleted,
  },
  snapshot: {
    sight: { how: "list", read: "listSnapshots", id: "id" },
    moves: MODELLED.snapshot.moves,
    isMoving: isBeingTaken,
    isGoing: isBeingDeleted,
  },
  validation: {
    sight: { how: "ids", read: "getMigrationValidation", parameter: "validationId" },
    moves: ["errorMessage", "status"],
  },
};
