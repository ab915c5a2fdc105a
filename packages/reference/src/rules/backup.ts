import type { StoredSchedule } from "../records/backup-schedule.ts";
import type { StoredCompliance } from "../records/compliance-policy.ts";
import type { StoredBucket } from "../records/export-bucket.ts";
import type { StoredExport } from "../records/export-job.ts";
import type { Fields } from "../records/fields.ts";
import type { StoredRestore } from "../records/restore-job.ts";
import type { SnapshotKind, StoredSnapshot } from "../records/snapshot.ts";
import { fieldsOf, textMember } from "./members.ts";
import { expiryOf, keepsOrder, windowFits } from "./retention.ts";

/** The statuses of a snapshot in their order; a scheduled snapshot is `completed` from the beginning. */
export type SnapshotStatus = "queued" | "inProgress" | "completed";
/** The states of an export job in their order; exports of this server never fail. */
export type ExportState = "Queued" | "InProgress" | "Successful";

const SECOND = 1_000;
/** How long snapshots and jobs wait, and how long after their beginning they are done. */
export const WAITING = 5 * SECOND;
/** Milliseconds from the creation of a snapshot or job until it is done, at the default speed. */
export const WORKING = 20 * SECOND;

/** Decisions about cloud backup in which a server can be wrong. */
export interface BackupBehaviour {
  /** Whether a schedule keeps a bucket from being deleted. */
  exportsTo(schedule: StoredSchedule, bucket: StoredBucket): boolean;
  removesBucket(bucket: StoredBucket): boolean;
  /** What each schedule of the project is when a bucket was deleted. */
  afterBucket(schedule: StoredSchedule): StoredSchedule;
  /** The policy that a request makes, complete. */
  compliance(asked: Fields): Fields;
  windowFits(policy: Fields): boolean;
  /** Whether schedules that do not comply are brought to comply. */
  overwrites(asked: boolean | undefined): boolean;
  /** Whether a policy keeps a snapshot from being deleted. */
  protects(policy: StoredCompliance | undefined, snapshot: StoredSnapshot): boolean;
  /** The members of a schedule after an update. */
  patched(settings: Fields, asked: Fields): Fields;
  keepsOrder(items: readonly Fields[]): boolean;
  /** Whether an update reaches snapshots that exist already. */
  reachesSnapshots(asked: boolean | undefined): boolean;
  /** Whether deleting the schedule removes its policies. */
  deletesSchedule(): boolean;
  statusOf(snapshot: StoredSnapshot, now: number): SnapshotStatus;
  /** Whether a snapshot keeps the next one from being taken. */
  blocks(snapshot: StoredSnapshot, now: number): boolean;
  /** Whether the list of a cluster shows a snapshot. */
  lists(snapshot: StoredSnapshot): boolean;
  /** The cluster whose snapshots are listed for the addressed one; all of the project's when `undefined`. */
  listsOf(clusterId: string): string | undefined;
  /** The cluster among whose snapshots a write looks for the addressed one; among all of the project's when `undefined`. */
  changesOf(clusterId: string): string | undefined;
  /** The instance among whose snapshots one is read; among all of the project's when `undefined`. */
  readsOf(instanceId: string): string | undefined;
  removesSnapshot(snapshot: StoredSnapshot): boolean;
  /** When a snapshot expires after its retention was changed. */
  expiry(snapshot: StoredSnapshot, days: number, now: number): number;
  /** The snapshot with another expiration. */
  withExpiry(snapshot: StoredSnapshot, expires: number): StoredSnapshot;
  exportStateOf(job: StoredExport, now: number): ExportState;
  restoreDone(job: StoredRestore, now: number): boolean;
  /** Whether a restore job that was asked for is kept. */
  keepsRestore(job: StoredRestore, source: { readonly kinds: readonly SnapshotKind[] }): boolean;
  /** Whether cancelling stops a restore job that is under way. */
  cancels(job: StoredRestore): boolean;
  showBucket(bucket: Fields): Fields;
  showCompliance(policy: Fields): Fields;
  showExport(job: Fields): Fields;
  showRestore(job: Fields): Fields;
  showSchedule(schedule: Fields): Fields;
  showSnapshot(snapshot: Fields): Fields;
  showSharded(snapshot: Fields): Fields;
  /** A restore job as the list of its cluster shows it; `undefined` where that leaves it out. */
  listedRestore(job: StoredRestore): StoredRestore | undefined;
  showShardedList(results: readonly Fields[]): unknown;
  showServerless(snapshot: Fields): Fields;
  showServerlessRestore(job: Fields): Fields;
}

const SWITCHES: Fields = { copyProtectionEnabled: false, encryptionAtRestEnabled: false, pitEnabled: false };

/** Decides about cloud backup as the description says; statuses follow from the age of snapshots and jobs. */
export const honestBackup: BackupBehaviour = {
  exportsTo: ({ settings }, bucket) =>
    settings["autoExportEnabled"] === true && textMember(fieldsOf(settings["export"]), "exportBucketId") === bucket.id,
  removesBucket: () => true,
  afterBucket: (schedule) => schedule,
  compliance: (asked) => ({ ...SWITCHES, ...asked }),
  windowFits,
  overwrites: (asked) => asked !== false,
  protects: (policy, { copyRegions }) => copyRegions.length > 0 && policy?.settings["copyProtectionEnabled"] === true,
  patched: (settings, asked) => ({ ...settings, ...asked }),
  keepsOrder,
  reachesSnapshots: (asked) => asked === true,
  deletesSchedule: () => true,
  statusOf: ({ created, onDemand }, now) => {
    if (!onDemand || now - created >= WORKING) return "completed";
    return now - created < WAITING ? "queued" : "inProgress";
  },
  blocks: ({ created, onDemand }, now) => onDemand && now - created < WORKING,
  lists: () => true,
  listsOf: (clusterId) => clusterId,
  readsOf: (instanceId) => instanceId,
  changesOf: (clusterId) => clusterId,
  removesSnapshot: () => true,
  expiry: ({ created }, days, now) => expiryOf(created, days, now),
  withExpiry: (snapshot, expires) => ({ ...snapshot, expires }),
  exportStateOf: ({ created }, now) => {
    if (now - created >= WORKING) return "Successful";
    return now - created < WAITING ? "Queued" : "InProgress";
  },
  keepsRestore: () => true,
  cancels: () => true,
  restoreDone: ({ created, cancelled }, now) => cancelled === undefined && now - created >= WORKING,
  showBucket: (bucket) => bucket,
  showCompliance: (policy) => policy,
  showExport: (job) => job,
  showRestore: (job) => job,
  showSchedule: (schedule) => schedule,
  showSnapshot: (snapshot) => snapshot,
  showSharded: (snapshot) => snapshot,
  listedRestore: (job) => job,
  showShardedList: (results) => ({ results }),
  showServerless: (snapshot) => snapshot,
  showServerlessRestore: (job) => job,
};
