import type { StoredAccessRole } from "./records/access-role.ts";
import type { StoredAlert } from "./records/alert.ts";
import type { StoredConfig } from "./records/alert-config.ts";
import type { StoredAnalyzers } from "./records/analyzers.ts";
import type { StoredSchedule } from "./records/backup-schedule.ts";
import type { Cluster } from "./records/cluster.ts";
import type { StoredCompliance } from "./records/compliance-policy.ts";
import type { StoredBucket } from "./records/export-bucket.ts";
import type { StoredExport } from "./records/export-job.ts";
import type { StoredLink } from "./records/link.ts";
import type { StoredMigration } from "./records/migration.ts";
import type { StoredOutage } from "./records/outage.ts";
import type { Due } from "./records/pending-action.ts";
import type { StoredRestore } from "./records/restore-job.ts";
import type { StoredIndex } from "./records/search-index.ts";
import type { StoredServerless } from "./records/serverless-instance.ts";
import type { StoredSettings } from "./records/settings.ts";
import type { StoredSnapshot } from "./records/snapshot.ts";
import type { StoredValidation } from "./records/validation.ts";
import { Shelf, type ShelfWatcher } from "./shelf.ts";

/** Every kind of record that operations create, change or remove: what a data folder keeps over restarts. */
export function createShelves(watcher?: ShelfWatcher) {
  return {
    clusters: new Shelf<Cluster>("clusters", watcher),
    configs: new Shelf<StoredConfig>("configs", watcher),
    alerts: new Shelf<StoredAlert>("alerts", watcher),
    settings: new Shelf<StoredSettings>("settings", watcher),
    accessRoles: new Shelf<StoredAccessRole>("accessRoles", watcher),
    analyzers: new Shelf<StoredAnalyzers>("analyzers", watcher),
    searchIndexes: new Shelf<StoredIndex>("searchIndexes", watcher),
    outages: new Shelf<StoredOutage>("outages", watcher),
    removedClusters: new Shelf<Cluster>("removedClusters", watcher),
    migrations: new Shelf<StoredMigration>("migrations", watcher),
    validations: new Shelf<StoredValidation>("validations", watcher),
    links: new Shelf<StoredLink>("links", watcher),
    exportBuckets: new Shelf<StoredBucket>("exportBuckets", watcher),
    compliance: new Shelf<StoredCompliance>("compliance", watcher),
    exportJobs: new Shelf<StoredExport>("exportJobs", watcher),
    restoreJobs: new Shelf<StoredRestore>("restoreJobs", watcher),
    schedules: new Shelf<StoredSchedule>("schedules", watcher),
    snapshots: new Shelf<StoredSnapshot>("snapshots", watcher),
    serverless: new Shelf<StoredServerless>("serverless", watcher),
    agenda: new Shelf<Due>("agenda", watcher),
  };
}
export type Shelves = ReturnType<typeof createShelves>;
