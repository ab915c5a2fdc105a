import { object } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { clusterName, recordId } from "../vocabulary.ts";
import { deliveryType, restoreJobMembers, restoreRequestMembers } from "./restore-job-members.ts";

/** The body of create for a serverless instance. Unlike for a cluster, every delivery requires the target. */
export const serverlessRestoreJobInput = object(
  { deliveryType, targetClusterName: clusterName, targetGroupId: recordId },
  restoreRequestMembers,
  {
    title: "ServerlessRestoreJobInput",
    examples: [
      {
        deliveryType: "automated",
        snapshotId: "32b6e34b3d91647abb20e7ba",
        targetClusterName: "ServerlessInstance0",
        targetGroupId: "32b6e34b3d91647abb20e7b8",
      },
    ],
  },
);
/** The body that restores a serverless instance; the target is required. */
export type ServerlessRestoreJobInput = Static<typeof serverlessRestoreJobInput>;

/** Like the restore job of a cluster, but without components and private download URLs. */
export const serverlessRestoreJob = object({ id: recordId }, restoreJobMembers, { title: "ServerlessRestoreJob" });

/** A value that `serverlessRestoreJob` accepts. */
export type ServerlessRestoreJob = Static<typeof serverlessRestoreJob>;
