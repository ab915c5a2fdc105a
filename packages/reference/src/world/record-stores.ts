import type { StoredAccessRole } from "../records/access-role.ts";
import type { StoredAlert } from "../records/alert.ts";
import type { StoredConfig } from "../records/alert-config.ts";
import type { StoredAnalyzers } from "../records/analyzers.ts";
import type { StoredSchedule } from "../records/backup-schedule.ts";
import type { Cluster } from "../records/cluster.ts";
import type { StoredCompliance } from "../records/compliance-policy.ts";
import type { StoredBucket } from "../records/export-bucket.ts";
import type { StoredExport } from "../records/export-job.ts";
import type { StoredLink } from "../records/link.ts";
import type { StoredMigration } from "../records/migration.ts";
import type { StoredOutage } from "../records/outage.ts";
import type { PendingAction } from "../records/pending-action.ts";
import type { StoredRestore } from "../records/restore-job.ts";
import type { StoredIndex } from "../records/search-index.ts";
import type { StoredServerless } from "../records/serverless-instance.ts";
import type { StoredSettings } from "../records/settings.ts";
import type { StoredSnapshot } from "../records/snapshot.ts";
import type { StoreWatcher } from "../records/store-watcher.ts";
import type { StoredValidation } from "../records/validation.ts";
import { RecordStore } from "./record-store.ts";

/** Every kind of record that operations create, change or remove. A data folder keeps these over restarts. */
export function createRecordStores(watcher?: StoreWatcher) {
  return {
    clusters: new RecordStore<Cluster>("clusters", watcher),
    configs: new RecordStore<StoredConfig>("configs", watcher),
    alerts: new RecordStore<StoredAlert>("alerts", watcher),
    settings: new RecordStore<StoredSettings>("settings", watcher),
    accessRoles: new RecordStore<StoredAccessRole>("accessRoles", watcher),
    analyzers: new RecordStore<StoredAnalyzers>("analyzers", watcher),
    searchIndexes: new RecordStore<StoredIndex>("searchIndexes", watcher),
    outages: new RecordStore<StoredOutage>("outages", watcher),
    removedClusters: new RecordStore<Cluster>("removedClusters", watcher),
    migrations: new RecordStore<StoredMigration>("migrations", watcher),
    validations: new RecordStore<StoredValidation>("validations", watcher),
    links: new RecordStore<StoredLink>("links", watcher),
    exportBuckets: new RecordStore<StoredBucket>("exportBuckets", watcher),
    compliance: new RecordStore<StoredCompliance>("compliance", watcher),
    exportJobs: new RecordStore<StoredExport>("exportJobs", watcher),
    restoreJobs: new RecordStore<StoredRestore>("restoreJobs", watcher),
    schedules: new RecordStore<StoredSchedule>("schedules", watcher),
    snapshots: new RecordStore<StoredSnapshot>("snapshots", watcher),
    serverless: new RecordStore<StoredServerless>("serverless", watcher),
    agenda: new RecordStore<PendingAction>("agenda", watcher),
  };
}
/** The stores by kind; the key is also the name under which the data folder keeps the records of a kind. */
export type RecordStores = ReturnType<typeof createRecordStores>;
