import { array, boolean, integer, object, oneOfValues, string } from "../build.ts";
import { LIMITS } from "../limits.ts";
import { clusterName, dateTime, int32, recordId } from "../vocabulary.ts";

/** Every way to deliver a restore. */
export const DELIVERY_TYPES = ["automated", "download", "pointInTime"] as const;

/** One of `DELIVERY_TYPES`. */
export type DeliveryType = (typeof DELIVERY_TYPES)[number];

/** How a restore is delivered, in requests and answers of both kinds of job. */
export const deliveryType = oneOfValues(DELIVERY_TYPES, { "x-values": "restoreJob.deliveryType" });

const off = boolean({ examples: [false] });

/** Optional members of a restore request; each body states which of them it requires. */
export const restoreRequestMembers = {
  oplogInc: int32({ ...LIMITS.oplogInc, examples: [1] }),
  oplogTs: int32({ ...LIMITS.restorePoint, examples: [1_736_933_400] }),
  pointInTimeUTCSeconds: int32({ ...LIMITS.restorePoint, examples: [1_736_933_400] }),
  snapshotId: recordId,
} as const;

/**
 * Members that restore jobs of dedicated clusters and of serverless instances share. The bounds of the counters apply
 * to requests and are not repeated here.
 */
export const restoreJobMembers = {
  cancelled: off,
  deliveryType,
  deliveryUrl: array(string({ examples: ["https://restore.example.net/restore-32b6e34b3d91647abb20e7b8.tar.gz"] })),
  desiredTimestamp: object(
    {},
    { date: dateTime, increment: integer({ examples: [1] }) },
    { title: "DesiredTimestamp" },
  ),
  expired: off,
  expiresAt: dateTime,
  failed: off,
  finishedAt: dateTime,
  oplogInc: int32({ examples: [1] }),
  oplogTs: int32({ examples: [1_736_933_400] }),
  pointInTimeUTCSeconds: int32({ examples: [1_736_933_400] }),
  snapshotId: recordId,
  targetClusterName: clusterName,
  targetGroupId: recordId,
  timestamp: dateTime,
} as const;
