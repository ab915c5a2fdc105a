import type { Risk } from "../operation.ts";

/*
 * Texts of the generated documents: the purpose of tags, parameters and operations. A test compares the tables with the
 * catalogue for completeness.
 */

/** A sentence for each area, for the tags of an exported document. */
export const TAG_WORDS: Readonly<Record<string, string>> = {
  "access-history": "Who logged in to the databases of a cluster, and who tried to.",
  "alert-configs": "Which events raise an alert, and whom it is sent to. The resource is under revision.",
  alerts: "Alerts that were raised: reading and acknowledging them. The resource is under revision.",
  "backup-compliance": "The policy that keeps backups of a project from being shortened or removed.",
  "backup-export-buckets": "Object storage that snapshots are exported to.",
  "backup-export-jobs": "Copying one snapshot to a bucket.",
  "backup-restore": "Bringing a snapshot, or a point in time, back into a cluster.",
  "backup-schedule": "When a cluster is backed up and how long its snapshots are kept.",
  "backup-snapshots": "Snapshots of a cluster, of replica sets and of sharded clusters.",
  "cloud-access-roles": "Roles and principals at cloud providers that a project may act as.",
  clusters: "Clusters of a project and of all projects of the caller.",
  "live-migration": "Moving a deployment from elsewhere into a cluster.",
  "metrics-discovery": "Where a metrics collector finds what it is to scrape.",
  "outage-simulation": "Taking regions of a cluster down on purpose.",
  "project-settings": "Auditing, custom DNS and private IP mode of a project.",
  search: "Full-text search indexes and custom analyzers of a cluster.",
  "serverless-backup": "Snapshots and restore jobs of serverless instances.",
  "service-token": "Access tokens of service accounts.",
};

/** A sentence for each parameter, by its neutral name. */
export const PARAMETER_WORDS: Readonly<Record<string, string>> = {
  groupId: "The project.",
  orgId: "The organization.",
  alertConfigId: "The alert configuration.",
  alertId: "The alert.",
  exportBucketId: "The export bucket.",
  exportId: "The export job.",
  restoreJobId: "The restore job.",
  snapshotId: "The snapshot.",
  roleId: "The role at the cloud provider.",
  indexId: "The search index.",
  liveMigrationId: "The migration.",
  validationId: "The validation of a migration.",
  clusterName: "The cluster, by its name within the project.",
  hostname: "One host of a cluster.",
  databaseName: "The database that holds the collection.",
  collectionName: "The collection that is indexed.",
  indexName: "The search index, by its name within the collection.",
  envelope: "Wraps the answer in a JSON object that repeats the status code.",
  pretty: "Lays the JSON of the answer out for reading.",
  includeCount: "Whether the answer counts the records of all pages in `totalCount`.",
  itemsPerPage: "How many records one page holds at most.",
  pageNum: "The page, counted from 1.",
  authResult: "Only logins that succeeded, or only those that failed.",
  start: "Earliest time, in milliseconds since the start of 1970 in UTC.",
  end: "Latest time, in milliseconds since the start of 1970 in UTC.",
  ipAddress: "Only logins from this address.",
  nLogs: "How many entries the answer holds at most.",
  status: "Only alerts in this state.",
  targetScheme: "Which kind of address the targets are given as.",
  overwriteBackupPolicies: "Whether existing backup policies give way to the compliance policy.",
  includeDeletedWithRetainedBackups: "Whether instances that are gone but still have backups are listed.",
};

/** The effect of a call on the service, in one sentence. */
export function riskWords(risk: Risk): string {
  switch (risk) {
    case "read":
      return "Changes nothing.";
    case "create":
      return "Creates a record.";
    case "update":
      return "Changes what is there.";
    case "delete":
      return "Removes a record.";
    case "costly":
      return "Sets work in motion that takes time and may cost money.";
    case "irreversible":
      return "No operation of this interface undoes it.";
    case "quota":
      return "Counts against a quota: ten requests a minute.";
    default:
      return risk satisfies never;
  }
}
