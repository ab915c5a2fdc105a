import { array, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { LIMITS } from "../limits.ts";
import { int32, PROVIDER_CODES, recordId } from "../vocabulary.ts";
import { snapshotMembers } from "./snapshot-members.ts";

const description = string({ examples: ["before the upgrade"] });

/** The body that takes an on-demand snapshot; the description does not say that either member is required. */
export const snapshotInput = object(
  {},
  { description, retentionInDays: int32({ ...LIMITS.retentionInDays, examples: [1] }) },
  { title: "SnapshotInput" },
);
/** The body that takes a snapshot on demand. */
export type SnapshotInput = Static<typeof snapshotInput>;

/** A provider code in a snapshot. */
export const cloudProvider = string({ "x-known-values": PROVIDER_CODES, examples: ["PROVIDER_A"] });

/** Members that a sharded cluster's snapshot shares with that of a replica set. */
export const clusterSnapshotMembers = {
  ...snapshotMembers,
  description,
  masterKeyUUID: string({ examples: ["7c1d1e2f-0b6a-4f0e-9a55-6d2f3b8c9e10"] }),
  policyItems: array(recordId),
  type: string({ "x-known-values": ["replicaSet", "shardedCluster"], examples: ["replicaSet"] }),
} as const;

/** A snapshot of a replica set in an answer. */
export const snapshot = object(
  { id: recordId },
  {
    ...clusterSnapshotMembers,
    cloudProvider,
    copyRegions: array(string({ examples: ["US_WEST_2"] })),
    replicaSetName: string({ examples: ["cluster0-shard-0"] }),
  },
  { title: "Snapshot" },
);
/** A value that `snapshot` accepts. */
export type Snapshot = Static<typeof snapshot>;
