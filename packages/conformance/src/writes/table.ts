import { isWriteId, type OperationId } from "@plumbline/schemas";
import { alertConfigWrites } from "./alert-configs.ts";
import { alertWrites } from "./alerts.ts";
import { backupJobWrites } from "./backup-jobs.ts";
import { backupPolicyWrites } from "./backup-policies.ts";
import { clusterWrites } from "./clusters.ts";
import { migrationWrites } from "./migrations.ts";
import { outageWrites } from "./outages.ts";
import { searchWrites } from "./search.ts";
import { settingsWrites } from "./settings.ts";
import { snapshotWrites } from "./snapshots.ts";
import type { Write, WriteTable } from "./write.ts";

/**
 * One record for each operation that changes something. Checks, campaigns, plans, cleanup and replay read this table;
 * the run neither sends nor undoes a write without a record. A missing record does not compile.
 */
export const WRITES: WriteTable = {
  ...alertConfigWrites,
  ...alertWrites,
  ...searchWrites,
  ...settingsWrites,
  ...backupJobWrites,
  ...backupPolicyWrites,
  ...snapshotWrites,
  ...migrationWrites,
  ...outageWrites,
  ...clusterWrites,
} satisfies WriteTable;

/** The record of a write; `undefined` for an operation that only reads. */
export const writeOf = (id: OperationId): Write | undefined => (isWriteId(id) ? WRITES[id] : undefined);
