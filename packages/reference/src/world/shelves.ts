import type { StoredAccessRole } from "../rules/access-roles.ts";
import type {
  StoredBucket,
  StoredCompliance,
  StoredExport,
  StoredRestore,
  StoredSchedule,
  StoredServerless,
  StoredSnapshot,
} from "../rules/backup-records.ts";
import type { Due } from "../rules/happenings.ts";
import type { StoredLink, StoredMigration, StoredValidation } from "../rules/migrations.ts";
import type { StoredOutage } from "../rules/outages.ts";
import type { StoredAnalyzers, StoredIndex } from "../rules/search.ts";
import type { StoredSettings } from "../rules/settings.ts";
import { Shelf, type ShelfWatcher } from "./shelf.ts";
import type { Cluster, StoredAlert, StoredConfig } from "./state.ts";

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
