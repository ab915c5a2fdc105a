import { type JsonSchema, type Operation, type OperationId, operations } from "@plumbline/schemas";

/** A kind of record that a user's world file can contain. */
export interface Kind {
  /** The name of its list or setting in the file. */
  readonly name: string;
  /** The operation whose body each item, or the single value, is. */
  readonly operation: OperationId;
  readonly within: "project" | "cluster";
  /** Whether there may be several, each with its own id and age. */
  readonly many: boolean;
  /** The default age of the last record, in milliseconds; each record before it is one step older. */
  readonly age: number;
  readonly step: number;
  readonly text: string;
}

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

const many = (
  name: string,
  operation: OperationId,
  within: Kind["within"],
  text: string,
  more: Partial<Kind> = {},
) => ({
  ...{ name, operation, within, text, many: true, age: 30 * DAY, step: SECOND },
  ...more,
});
const one = (name: string, operation: OperationId, within: Kind["within"], text: string): Kind => ({
  ...{ name, operation, within, text, many: false, age: 30 * DAY, step: 0 },
});

/** In the order of creation: a record that others may name comes first. */
export const KINDS: readonly Kind[] = [
  many("clusters", "createCluster", "project", "clusters, with the records that belong to each"),
  one("customAnalyzers", "replaceCustomAnalyzers", "cluster", "the custom analyzers of the cluster"),
  many("searchIndexes", "createSearchIndex", "cluster", "search indexes of the cluster, in the form of version 2"),
  many("snapshots", "takeSnapshot", "cluster", "snapshots that were taken on demand, the oldest first", {
    age: HOUR,
    step: HOUR,
  }),
  many("restoreJobs", "createRestoreJob", "cluster", "restore jobs of the cluster", { age: HOUR / 2, step: SECOND }),
  one("outageSimulation", "startOutageSimulation", "cluster", "an outage that is simulated"),
  many("cloudAccessRoles", "createCloudAccessRole", "project", "roles at cloud providers"),
  many("exportBuckets", "createExportBucket", "project", "buckets that snapshots are exported to"),
  one(
    "backupSchedule",
    "updateBackupSchedule",
    "cluster",
    "the members of the cluster's backup schedule that differ from a new one",
  ),
  many("alertConfigurations", "createAlertConfig", "project", "alert configurations, with the alerts that each raised"),
  one("auditing", "updateAuditing", "project", "auditing of the project"),
  one("customDns", "updateCustomDns", "project", "custom DNS of the project"),
  one(
    "backupCompliancePolicy",
    "updateBackupCompliancePolicy",
    "project",
    "the backup compliance policy of the project",
  ),
];

/** The schema of the body that describes a record of the kind. */
export function bodySchema(operation: OperationId): JsonSchema {
  const { body }: Operation = operations[operation];
  if (body === undefined) throw new Error(`${operation} takes a body`);
  return body.schema;
}

/** The kinds that a world file lists inside a project, or inside a cluster, in the order of their creation. */
export const kindsWithin = (within: Kind["within"]): readonly Kind[] => KINDS.filter((kind) => kind.within === within);
