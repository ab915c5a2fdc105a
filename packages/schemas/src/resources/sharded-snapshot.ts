import { array, object, open, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { recordId } from "../vocabulary.ts";
import { cloudProvider, clusterSnapshotMembers } from "./snapshot.ts";

const member = object(
  {},
  { cloudProvider, id: open(recordId), replicaSetName: string({ examples: ["cluster0-shard-0"] }) },
  { title: "SnapshotMember" },
);

/**
 * The snapshot of a whole sharded cluster, with its parts as members. The description does not give the form of a
 * member's id.
 */
export const shardedSnapshot = object(
  { id: recordId },
  {
    ...clusterSnapshotMembers,
    configServerType: string({ "x-known-values": ["EMBEDDED", "DEDICATED"], examples: ["EMBEDDED"] }),
    members: array(member),
    snapshotIds: open(array(recordId)),
    type: { ...clusterSnapshotMembers.type, examples: ["shardedCluster"] },
  },
  { title: "ShardedSnapshot" },
);
/** A snapshot of a sharded cluster in an answer. */
export type ShardedSnapshot = Static<typeof shardedSnapshot>;

/** All snapshots of a cluster: the list has no page parameters and no count. */
export const shardedSnapshotList = object({ results: array(shardedSnapshot) }, {}, { title: "ShardedSnapshotList" });

/** A value that `shardedSnapshotList` accepts. */
export type ShardedSnapshotList = Static<typeof shardedSnapshotList>;
