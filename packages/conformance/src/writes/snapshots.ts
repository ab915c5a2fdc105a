import { type Fields, member } from "../ground/json.ts";
import { freshName } from "../ground/mark.ts";
import type { On, WriteTable } from "./write.ts";

/** A short-lived snapshot of a description that no other has, so that a target which shows that of another is seen. */
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

/** Writes to snapshots; deletions and new expirations work only on snapshots of the run. */
export const snapshotWrites = {
  takeSnapshot: {
    kind: "snapshot",
    lane: "backup",
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
  deleteSnapshot: { kind: "snapshot", lane: "backup", slow: true, on: OWN, effect: { ...owned, removes: true } },
  // Lists of snapshots on demand of a sharded cluster are not described: the run deletes only listed ones.
  deleteShardedSnapshot: {
    kind: "sharded snapshot",
    lane: "backup",
    slow: true,
    on: { ...OWN, ready: { read: "getShardedSnapshot", shown: () => true } },
    effect: { ...owned, removes: true, read: "getShardedSnapshot" },
  },
  changeSnapshotExpiration: {
    kind: "snapshot",
    lane: "backup",
    slow: true,
    on: OWN,
    body: () => ({ retentionUnit: "DAYS", retentionValue: 2 }),
    // When it expires may follow from when it is complete.
    effect: { ...owned, shownBy: [] },
  },
} as const satisfies Partial<WriteTable>;
