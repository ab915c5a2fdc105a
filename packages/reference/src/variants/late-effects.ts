import type { OperationId } from "@plumbline/schemas";
import type { StoredRecord } from "../records/stored-record.ts";
import type { Service } from "../service.ts";
import type { Edge } from "../serving/edge.ts";
import type { RecordStore } from "../world/record-store.ts";
import type { State } from "../world/state.ts";
import { copyOf } from "./copy-of.ts";

type Kind = "accessRoles" | "configs" | "exportBuckets" | "migrations" | "schedules" | "snapshots";

/**
 * Writes whose effect reads show only some time after the answer, with the kind of records that they change or remove.
 */
const LATE: Readonly<Partial<Record<OperationId, Kind>>> = {
  cutOverMigration: "migrations",
  deleteAlertConfig: "configs",
  deleteBackupSchedules: "schedules",
  deleteExportBucket: "exportBuckets",
  deleteShardedSnapshot: "snapshots",
  deleteSnapshot: "snapshots",
  updateBackupCompliancePolicy: "schedules",
  updateBackupSchedule: "snapshots",
};

/** Creates whose record is found by its id at once, but listed later. */
const LISTED_LATE: Readonly<Partial<Record<OperationId, Kind>>> = {
  createAlertConfig: "configs",
  createCloudAccessRole: "accessRoles",
  createExportBucket: "exportBuckets",
  takeSnapshot: "snapshots",
};
const LISTS: readonly OperationId[] = [
  "listAlertConfigs",
  "listCloudAccessRoles",
  "listExportBuckets",
  "listSnapshots",
  "listShardedSnapshots",
];

/** Milliseconds. */
const LATER = 6_000;

interface Change {
  readonly kind: Kind;
  readonly id: string;
  readonly groupId: string;
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
  readonly until: number;
}

/** Carries out some writes at once, but shows their changes some seconds later. */
export function lateEffects({ clock, router, state }: Service): Edge {
  let pending: readonly Change[] = [];
  return async (request, serve) => {
    const routing = router.find(request.method, request.path);
    const id = routing.kind === "found" ? routing.mount.id : undefined;
    if (id === undefined) return serve(request);
    const now = clock.now();
    pending = pending.filter(({ until }) => until > now);
    if (request.method === "GET") return serve(request, shown(state, pending, LISTS.includes(id)));
    const kind = LATE[id] ?? LISTED_LATE[id];
    if (kind === undefined) return serve(request);
    const before = recordsOf(state, kind);
    const answer = await serve(request);
    pending = [...pending, ...changes(kind, before, recordsOf(state, kind), now + LATER)];
    return answer;
  };
}

const storeOf = (state: State, kind: Kind): RecordStore<StoredRecord> => state[kind];

const recordsOf = (state: State, kind: Kind): ReadonlyMap<string, StoredRecord> =>
  new Map([...storeOf(state, kind).all()].map((record) => [record.id, record]));

function changes(
  kind: Kind,
  before: ReadonlyMap<string, StoredRecord>,
  after: ReadonlyMap<string, StoredRecord>,
  until: number,
): readonly Change[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].flatMap((id) => {
    const [old, made] = [before.get(id), after.get(id)];
    const groupId = (old ?? made)?.groupId ?? "";
    return old === made ? [] : [{ kind, id, groupId, before: old, after: made, until }];
  });
}

/** The state without the changes that are not yet visible. A record that has changed again since is shown as it is. */
function shown(state: State, pending: readonly Change[], listed: boolean): State {
  const copies = new Map<Kind, RecordStore<StoredRecord>>();
  for (const { kind, id, groupId, before, after } of pending) {
    if (before === undefined && !listed) continue;
    const store = copies.get(kind) ?? copyOf(storeOf(state, kind));
    copies.set(kind, store);
    if (storeOf(state, kind).get(groupId, id) !== after) continue;
    if (before !== undefined) store.place(before);
    else if (after !== undefined) store.remove(after);
  }
  return { ...state, ...Object.fromEntries(copies) };
}
