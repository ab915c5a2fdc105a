import { array, object, string } from "../build.ts";
import type { JsonSchema, Static } from "../json-schema.ts";
import { clusterName, recordId } from "../vocabulary.ts";
import { deliveryType, restoreJobMembers, restoreRequestMembers } from "./restore-job-members.ts";

/*
 * A project is needed where a cluster is named as the target of these two deliveries. A request that names neither is
 * left alone: whether the path then stands for the target is not given.
 */
const targetNeedsProject: JsonSchema = {
  if: { properties: { deliveryType: { enum: ["automated", "pointInTime"] } }, required: ["deliveryType"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits a schema.
  then: { dependentRequired: { targetClusterName: ["targetGroupId"] } },
};

/**
 * The body of create for a cluster. Only `deliveryType` is always required; the members for the moment to restore
 * exclude one another in practice, so the example has one choice of them.
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

/** A restore of a dedicated cluster's snapshot, or of a moment between two. */
export const restoreJob = object(
  { id: recordId },
  { ...restoreJobMembers, components: array(component), privateDownloadDeliveryUrls },
  { title: "RestoreJob" },
);
/** A restore job of a dedicated cluster as an answer shows it. */
export type RestoreJob = Static<typeof restoreJob>;
