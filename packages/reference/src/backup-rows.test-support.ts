import type { Call, Caller } from "./caller.test-support.ts";
import { memberIn } from "./json.test-support.ts";

/** A request with which an operation succeeds, and its refusals with their statuses. */
export interface Row {
  readonly good: Call;
  readonly bad: readonly (readonly [status: number, call: Call])[];
}

const UNKNOWN = "0123456789abcdef01234567";
const unknown = (name: string): Row["bad"] => [
  [404, { path: { [name]: UNKNOWN } }],
  [400, { path: { [name]: "0123" } }],
];

/** Operations 30 to 53. */
export function backupRows({ reference: { contract, world, keys } }: Caller, list: Row, written: Row["bad"]) {
  const { backup } = world;
  const snapshotId = backup.snapshotIds[1] ?? "";
  const sharded = { clusterName: backup.shardedClusterName, snapshotId: backup.shardedSnapshotIds[0] ?? "" };
  const serverless = {
    clusterName: backup.serverlessInstanceName,
    snapshotId: backup.serverlessSnapshotIds[0] ?? "",
    restoreJobId: backup.serverlessRestoreJobIds[0] ?? "",
  };
  const bucket = contract.wire({ bucketName: "exports", cloudProvider: "PROVIDER_B", iamRoleId: UNKNOWN });
  const policy = { authorizedEmail: "officer@example.com" };
  const job = { exportBucketId: backup.exportBucketIds[1] ?? "", snapshotId };
  const target = { targetClusterName: serverless.clusterName, targetGroupId: world.projectId };
  const noCluster: Row["bad"] = [[404, { path: { clusterName: "nowhere" } }]];
  return {
    listExportBuckets: list,
    createExportBucket: { good: { json: bucket }, bad: [...written, [400, { json: { ...bucket, bucketName: "ab" } }]] },
    deleteExportBucket: { good: {}, bad: unknown("exportBucketId") },
    getExportBucket: { good: {}, bad: unknown("exportBucketId") },
    getBackupCompliancePolicy: { good: {}, bad: [[403, { key: keys.projectReadOnly }]] },
    updateBackupCompliancePolicy: {
      good: { json: policy, query: "overwriteBackupPolicies=false" },
      bad: [...written, [400, { json: {} }], [400, { json: policy, query: "overwriteBackupPolicies=abc" }]],
    },
    listExportJobs: list,
    createExportJob: {
      good: { json: job },
      bad: [
        ...written,
        [400, { json: { ...job, customData: {} } }],
        [404, { json: { ...job, snapshotId: UNKNOWN } }],
        [404, { json: { ...job, exportBucketId: UNKNOWN } }],
      ],
    },
    getExportJob: { good: {}, bad: unknown("exportId") },
    listRestoreJobs: list,
    createRestoreJob: {
      good: { json: { deliveryType: "download", snapshotId } },
      bad: [
        ...written,
        [400, { json: { snapshotId } }],
        [404, { json: { deliveryType: "download", snapshotId: UNKNOWN } }],
        [404, { json: { deliveryType: "automated", snapshotId, ...target, targetClusterName: "nowhere" } }],
        [404, { json: { deliveryType: "automated", snapshotId, ...target, targetGroupId: UNKNOWN } }],
      ],
    },
    cancelRestoreJob: { good: {}, bad: unknown("restoreJobId") },
    getRestoreJob: { good: {}, bad: unknown("restoreJobId") },
    deleteBackupSchedules: { good: {}, bad: noCluster },
    getBackupSchedule: { good: {}, bad: noCluster },
    updateBackupSchedule: {
      good: { json: { referenceMinuteOfHour: 15, restoreWindowDays: 3 } },
      bad: [...written, [400, { json: { policies: [{}, {}] } }], [404, { path: { clusterName: "nowhere" }, json: {} }]],
    },
    listSnapshots: list,
    takeSnapshot: {
      good: { json: { description: "before the upgrade", retentionInDays: 1 } },
      bad: [...written, [400, { json: { retentionInDays: 0 } }], [400, { json: { description: 5 } }]],
    },
    getShardedSnapshot: { good: { path: sharded }, bad: unknown("snapshotId") },
    listShardedSnapshots: { good: { path: { clusterName: sharded.clusterName } }, bad: noCluster },
    deleteShardedSnapshot: { good: { path: sharded }, bad: unknown("snapshotId") },
    deleteSnapshot: { good: {}, bad: unknown("snapshotId") },
    getSnapshot: { good: {}, bad: unknown("snapshotId") },
    changeSnapshotExpiration: {
      good: { json: { retentionUnit: "WEEKS", retentionValue: 2 }, path: { snapshotId } },
      bad: [...written, [400, { json: { retentionUnit: "days", retentionValue: 2 } }], [400, { json: {} }]],
    },
    listServerlessRestoreJobs: { good: { path: { clusterName: serverless.clusterName } }, bad: noCluster },
    createServerlessRestoreJob: {
      good: { json: { deliveryType: "automated", ...target }, path: { clusterName: serverless.clusterName } },
      bad: [...written, [400, { json: { deliveryType: "automated" } }]],
    },
    getServerlessRestoreJob: {
      good: { path: serverless },
      bad: [[404, { path: { ...serverless, restoreJobId: UNKNOWN } }]],
    },
    listServerlessSnapshots: { good: { path: { clusterName: serverless.clusterName } }, bad: noCluster },
    getServerlessSnapshot: { good: { path: serverless }, bad: noCluster },
  } satisfies Readonly<Record<string, Row>>;
}

/**
 * Prepares records that exist only once: each version gets a bucket and a snapshot to delete, and no snapshot is in
 * progress.
 */
export async function prepareBackup(caller: Caller, id: string): Promise<Call> {
  const { contract } = caller.reference;
  if (id === "takeSnapshot") caller.reference.clock.advance(20_000);
  if (id === "deleteExportBucket") {
    const json = contract.wire({ bucketName: "exports", cloudProvider: "PROVIDER_A", iamRoleId: UNKNOWN });
    const made = await caller.call("createExportBucket", { json });
    return { path: { exportBucketId: String(memberIn(made.json, "_id")) } };
  }
  if (id === "deleteSnapshot" || id === "deleteShardedSnapshot") {
    caller.reference.clock.advance(20_000);
    const { clusterName, backup } = caller.reference.world;
    const path = { clusterName: id === "deleteSnapshot" ? clusterName : backup.shardedClusterName };
    const taken = await caller.call("takeSnapshot", { json: {}, path });
    return { path: { ...path, snapshotId: String(memberIn(taken.json, "id")) } };
  }
  return {};
}
