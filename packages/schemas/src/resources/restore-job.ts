import { array, object, string } from "../build.ts";
import type { JsonSchema, Static } from "../json-schema.ts";
import { clusterName, recordId } from "../vocabulary.ts";
import { deliveryType, restoreJobMembers, restoreRequestMembers } from "./restore-job-members.ts";

/*
 * These two deliveries need a project if they name a cluster as the target. A request that names neither is accepted,
 * because the description does not say whether the path then names the target.
 */
const targetNeedsProject: JsonSchema = {
  if: { properties: { deliveryType: { enum: ["automated", "pointInTime"] } }, required: ["deliveryType"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits a schema.
  then: { dependentRequired: { targetClusterName: ["targetGroupId"] } },
};

/**
 * The body of create for a cluster. Only `deliveryType` is always required. The members that select the moment exclude
 * one another in practice, so the example contains one of them.
 */
export const restoreJobInput = object(
  { deliveryType },
  { ...restoreRequestMembers, targetClusterName: clusterName, targetGroupId: recordId },
  {
    title: "RestoreJobInput",
    allOf: [targetNeedsProject],
    examples: [
      {
        deliveryType: "automated",
        snapshotId: "32b6e34b3d91647abb20e7ba",
        targetClusterName: "Cluster0",
        targetGroupId: "32b6e34b3d91647abb20e7b8",
      },
    ],
  },
);
/** The body that restores a dedicated cluster. */
export type RestoreJobInput = Static<typeof restoreJobInput>;

const privateDownloadDeliveryUrls = array(
  object(
    {},
    {
      deliveryUrl: string({
        examples: ["https://restore-private.example.net/restore-32b6e34b3d91647abb20e7b8.tar.gz"],
      }),
      endpointId: string({ examples: ["vpce-0123456789abcdef0"] }),
    },
    { title: "PrivateDownloadDeliveryUrl" },
  ),
);

const component = object(
  {},
  {
    downloadUrl: string({ examples: ["https://restore.example.net/cluster0-shard-0.tar.gz"] }),
    privateDownloadDeliveryUrls,
    replicaSetName: string({ examples: ["cluster0-shard-0"] }),
  },
  { title: "RestoreComponent" },
);

/** A restore of a dedicated cluster from a snapshot, or to a moment between two. */
export const restoreJob = object(
  { id: recordId },
  { ...restoreJobMembers, components: array(component), privateDownloadDeliveryUrls },
  { title: "RestoreJob" },
);
/** A restore job of a dedicated cluster in an answer. */
export type RestoreJob = Static<typeof restoreJob>;
