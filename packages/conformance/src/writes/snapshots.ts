import { type Fields, member } from "../ground/json.ts";
import { freshName } from "../ground/mark.ts";
import type { On, WriteTable } from "./write.ts";

/**
 * A short-lived snapshot with a unique description, so that a check notices an answer with another snapshot's
 * description.
 */
export const snapshotBody = (change: Fields = {}): Fields => ({
  description: freshName(),
  retentionInDays: 1,
  ...change,
});

const OWN: On = {
  create: "takeSnapshot",
  address: (record) => {
    const id = member(record, "id");
    return typeof id === "string" ? { snapshotId: id } : undefined;
  },
};
const owned = { kind: "owned", parameter: "snapshotId" } as const;

/** Writes to snapshots. Deletions and changes of expiry work only on snapshots that the run created. */
export const snapshotWrites = {
  takeSnapshot: {
    kind: "snapshot",
    lane: "backup",
    strand: "snapshots",
    slow: true,
    patient: true,
    body: ({ name }) => snapshotBody({ description: name }),
    effect: {
      kind: "makes",
      id: "id",
      list: "listSnapshots",
      read: "getSnapshot",
      remove: "deleteSnapshot",
      parameter: "snapshotId",
      texts: (record) => [member(record, "description")],
      fading: (record) => /^DELET/i.test(String(member(record, "status"))),
    },
  },
  deleteSnapshot: {
    kind: "snapshot",
    lane: "backup",
    strand: "snapshots",
    slow: true,
    patient: true,
    on: OWN,
    effect: { ...owned, removes: true },
  },
  // The description shows no list of on-demand snapshots for a sharded cluster, so the run deletes only one that a read
  // shows.
  deleteShardedSnapshot: {
    kind: "sharded snapshot",
    lane: "backup",
    strand: "snapshots",
    slow: true,
    patient: true,
    on: { ...OWN, ready: { read: "getShardedSnapshot", shown: () => true } },
    effect: { ...owned, removes: true, read: "getShardedSnapshot" },
  },
  changeSnapshotExpiration: {
    kind: "snapshot",
    lane: "backup",
    strand: "snapshots",
    slow: true,
    patient: true,
    on: OWN,
    body: () => ({ retentionUnit: "DAYS", retentionValue: 2 }),
    // The expiry may depend on the time when the snapshot is complete.
    effect: { ...owned, shownBy: [] },
  },
} as const satisfies Partial<WriteTable>;
