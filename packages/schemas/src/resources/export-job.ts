import { array, integer, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { dateTime, recordId } from "../vocabulary.ts";

const customData = array(
  object(
    {},
    { key: string({ examples: ["exported-by"] }), value: string({ examples: ["nightly"] }) },
    { title: "CustomDatum" },
  ),
);

/** The body of create: the snapshot and the bucket; `customData` is stored with the exported files. */
export const exportJobInput = object(
  { exportBucketId: recordId, snapshotId: recordId },
  { customData },
  { title: "ExportJobInput" },
);
/** The body that exports a snapshot to a bucket. */
export type ExportJobInput = Static<typeof exportJobInput>;

const component = object(
  {},
  { exportId: recordId, replicaSetName: string({ examples: ["cluster0-shard-0"] }) },
  { title: "ExportComponent" },
);

const exportStatus = object(
  {},
  { exportedCollections: integer({ examples: [3] }), totalCollections: integer({ examples: [5] }) },
  { title: "ExportStatus" },
);

/** The export of one snapshot to a bucket, with one component per replica set of the cluster. */
export const exportJob = object(
  { id: recordId },
  {
    components: array(component),
    createdAt: dateTime,
    customData,
    exportBucketId: recordId,
    exportStatus,
    finishedAt: dateTime,
    prefix: string({ examples: ["exported_snapshots/Project0/Cluster0/2025-01-15T0930"] }),
    snapshotId: recordId,
    state: string({
      "x-known-values": ["Cancelled", "Failed", "InProgress", "Queued", "Successful"],
      examples: ["InProgress"],
    }),
  },
  { title: "ExportJob" },
);
/** An export job in an answer. */
export type ExportJob = Static<typeof exportJob>;
