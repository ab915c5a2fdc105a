import { without } from "../ground/fields.ts";
import { type Fields, member } from "../ground/json.ts";
import type { BodyParts, On, WriteTable } from "./write.ts";

/** An id that no record has, used if the world knows none: the target then names the missing record. */
const SOME_ID = "32b6e34b3d91647abb20e7b8";

/** A body that creates an export bucket. Its name is new unless the target file states one. */
export function bucketBody({ world, name }: BodyParts, change: Fields = {}): Fields {
  const { exportBucketName, roleId = SOME_ID } = world.fixtures;
  return without({
    bucketName: exportBucketName ?? name,
    cloudProvider: "PROVIDER_A",
    iamRoleId: roleId,
    ...change,
  });
}

/** The body of an export of the known snapshot to the known bucket. */
export function exportBody({ world: { fixtures } }: BodyParts, change: Fields = {}): Fields {
  const { exportBucketId = SOME_ID, snapshotId = SOME_ID } = fixtures;
  return without({ exportBucketId, snapshotId, customData: [{ key: "by", value: "plumbline" }], ...change });
}

/** The body of a restore that overwrites nothing: it only makes the known snapshot available for download. */
export function restoreBody({ world: { fixtures }, operation }: BodyParts, change: Fields = {}): Fields {
  if (operation !== "createServerlessRestoreJob")
    return without({ deliveryType: "download", snapshotId: fixtures.snapshotId ?? SOME_ID, ...change });
  return without({
    deliveryType: "download",
    snapshotId: fixtures.serverlessSnapshotId ?? SOME_ID,
    targetClusterName: fixtures.serverlessInstanceName,
    targetGroupId: fixtures.groupId,
    ...change,
  });
}

/** The earliest time that a point-in-time restore may state, in seconds since the epoch. */
export const EARLIEST_MOMENT = 1_199_145_600;

/** A restore whose body also states the smallest valid numbers. */
const earliestBody = (parts: BodyParts): Fields => restoreBody(parts, { oplogInc: 1, oplogTs: EARLIEST_MOMENT });

const idAt =
  (name: string, parameter: string): On["address"] =>
  (record) => {
    const id = member(record, name);
    return typeof id === "string" ? { [parameter]: id } : undefined;
  };

/** Whether a restore job was cancelled, failed or expired. A finished job counts as not stopped. */
export const wasStopped = (job: unknown): boolean =>
  ["cancelled", "failed", "expired"].some((name) => member(job, name) === true);

/** Whether a restore job is done, failed, expired or cancelled, so that it cannot be cancelled any more. */
export const isOver = (job: unknown): boolean => wasStopped(job) || typeof member(job, "finishedAt") === "string";

/** Writes to export buckets, export jobs and restore jobs. Only buckets can be removed again. */
export const backupJobWrites = {
  createExportBucket: {
    kind: "export bucket",
    strand: "buckets",
    body: bucketBody,
    names: ["roleId"],
    effect: {
      kind: "makes",
      id: "_id",
      list: "listExportBuckets",
      read: "getExportBucket",
      remove: "deleteExportBucket",
      parameter: "exportBucketId",
      texts: (record) => [member(record, "bucketName")],
    },
  },
  // No strand: whether a bucket may be deleted depends on schedules, which its rule changes.
  deleteExportBucket: {
    kind: "export bucket",
    on: { create: "createExportBucket", address: idAt("_id", "exportBucketId") },
    effect: { kind: "owned", parameter: "exportBucketId", removes: true },
  },
  createExportJob: {
    kind: "export job",
    lane: "backup",
    strand: "jobs",
    body: exportBody,
    carries: (parts) => exportBody(parts, { customData: undefined }),
    names: ["exportBucketId", "snapshotId"],
    effect: {
      kind: "makes",
      id: "id",
      list: "listExportJobs",
      parameter: "exportId",
      stays: "no operation removes an export job or the files that it wrote to the bucket",
    },
  },
  createRestoreJob: {
    kind: "restore job",
    lane: "backup",
    strand: "jobs",
    body: restoreBody,
    carries: earliestBody,
    names: ["snapshotId"],
    effect: {
      kind: "makes",
      id: "id",
      list: "listRestoreJobs",
      remove: "cancelRestoreJob",
      parameter: "restoreJobId",
      stays: "a restore job can be cancelled, and stays in the list",
    },
  },
  createServerlessRestoreJob: {
    kind: "serverless restore job",
    lane: "backup",
    strand: "jobs",
    body: restoreBody,
    carries: earliestBody,
    names: ["serverlessSnapshotId", "serverlessInstanceName"],
    effect: {
      kind: "makes",
      id: "id",
      list: "listServerlessRestoreJobs",
      parameter: "restoreJobId",
      stays: "no operation cancels or removes the restore job of a serverless instance",
    },
  },
  cancelRestoreJob: {
    kind: "restore job",
    lane: "backup",
    strand: "jobs",
    on: {
      create: "createRestoreJob",
      address: idAt("id", "restoreJobId"),
      over: { read: "getRestoreJob", shown: isOver },
    },
    effect: { kind: "owned", parameter: "restoreJobId", removes: true, read: "getRestoreJob" },
  },
} as const satisfies Partial<WriteTable>;
