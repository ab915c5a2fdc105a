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
/** Milliseconds that snapshots and jobs wait before they run, at the default speed. */
export const WAITING = 5 * SECOND;
/** Milliseconds from the creation of a snapshot or job until it is done, at the default speed. */
export const WORKING = 20 * SECOND;

/** The decisions about cloud backup that a server can get wrong. */
export interface BackupBehaviour {
  /** Whether a schedule prevents the deletion of a bucket. */
  exportsTo(schedule: StoredSchedule, bucket: StoredBucket): boolean;
  removesBucket(bucket: StoredBucket): boolean;
  /** The new state of each schedule of the project after a bucket was deleted. */
  afterBucket(schedule: StoredSchedule): StoredSchedule;
  /** A schedule of the project after a bucket that a schedule uses was not deleted. */
  afterKeptBucket(schedule: StoredSchedule): StoredSchedule;
  /** The complete policy that a request creates. */
  compliance(asked: Fields): Fields;
  /** Whether the restore window of a policy is short enough; `inForce` are the settings of the policy before it. */
  windowFits(policy: Fields, inForce: Fields): boolean;
  /** The settings in force after a policy was refused for its restore window. */
  afterLongWindow(inForce: Fields, policy: Fields): Fields;
  /** Whether the server changes schedules that do not comply. */
  overwrites(asked: boolean | undefined): boolean;
  /** Whether a policy prevents the deletion of a snapshot. */
  protects(policy: StoredCompliance | undefined, snapshot: StoredSnapshot): boolean;
  /** The members of a schedule after an update. */
  patched(settings: Fields, asked: Fields): Fields;
  keepsOrder(items: readonly Fields[]): boolean;
  /** Whether an update affects existing snapshots. */
  reachesSnapshots(asked: boolean | undefined): boolean;
  /** Whether deleting the schedule removes its policies. */
  deletesSchedule(): boolean;
  statusOf(snapshot: StoredSnapshot, now: number): SnapshotStatus;
  /** The cluster whose snapshots delay the next one of the addressed cluster; with `undefined`, all of the project do. */
  waitsFor(clusterId: string): string | undefined;
  /** Whether a snapshot delays the next one. */
  blocks(snapshot: StoredSnapshot, now: number): boolean;
  /** Whether the list of a cluster shows a snapshot. */
  lists(snapshot: StoredSnapshot): boolean;
  /**
   * The cluster whose snapshots the list shows for the addressed one; with `undefined`, it shows all of the project's.
   */
  listsOf(clusterId: string): string | undefined;
  /** The cluster in which a write looks for the addressed snapshot; with `undefined`, it looks in the whole project. */
  changesOf(clusterId: string): string | undefined;
  /** The instance in which a read looks for a snapshot; with `undefined`, it looks in the whole project. */
  readsOf(instanceId: string): string | undefined;
  removesSnapshot(snapshot: StoredSnapshot): boolean;
  /** What the operations of sharded clusters still find of a snapshot that `deleteSnapshot` removed. */
  leftAmongSharded(snapshot: StoredSnapshot): StoredSnapshot | undefined;
  /** Whether a snapshot cannot be changed or deleted yet. */
  isLocked(snapshot: StoredSnapshot, now: number): boolean;
  /** When a snapshot expires after a change of its retention. */
  expiry(snapshot: StoredSnapshot, days: number, now: number): number;
  /** The snapshot with another expiration. */
  withExpiry(snapshot: StoredSnapshot, expires: number): StoredSnapshot;
  exportStateOf(job: StoredExport, now: number): ExportState;
  restoreDone(job: StoredRestore, now: number): boolean;
  /** Whether the server stores a requested restore job. */
  keepsRestore(job: StoredRestore, source: { readonly kinds: readonly SnapshotKind[] }): boolean;
  /** Whether a cancellation stops a running restore job. */
  cancels(job: StoredRestore): boolean;
  showBucket(bucket: Fields): Fields;
  showCompliance(policy: Fields): Fields;
  showExport(job: Fields): Fields;
  showRestore(job: Fields): Fields;
  showSchedule(schedule: Fields): Fields;
  showSnapshot(snapshot: Fields): Fields;
  showSharded(snapshot: Fields): Fields;
  /** A restore job as the list of its cluster shows it; `undefined` if the list omits it. */
  listedRestore(job: StoredRestore): StoredRestore | undefined;
  showShardedList(results: readonly Fields[]): unknown;
  showServerless(snapshot: Fields): Fields;
  showServerlessRestore(job: Fields): Fields;
}

const SWITCHES: Fields = { copyProtectionEnabled: false, encryptionAtRestEnabled: false, pitEnabled: false };

/** Decides about cloud backup as the description says; statuses derive from the age of snapshots and jobs. */
export const honestBackup: BackupBehaviour = {
  exportsTo: ({ settings }, bucket) =>
    settings["autoExportEnabled"] === true && textMember(fieldsOf(settings["export"]), "exportBucketId") === bucket.id,
  removesBucket: () => true,
  afterBucket: (schedule) => schedule,
  afterKeptBucket: (schedule) => schedule,
  compliance: (asked) => ({ ...SWITCHES, ...asked }),
  windowFits,
  afterLongWindow: (inForce) => inForce,
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
  waitsFor: (clusterId) => clusterId,
  removesSnapshot: () => true,
  leftAmongSharded: () => undefined,
  isLocked: () => false,
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
