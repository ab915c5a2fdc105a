import type { Change } from "@plumbline/report";
import type { Entry } from "./custody/entry.ts";
import { nameOf } from "./custody/keys.ts";
import type { PendingUndo } from "./custody/pending-undo.ts";
import { converse, type Reach } from "./kernel/outside-runs.ts";
import { MARK } from "./mark.ts";
import { forbidden } from "./rule/permission.ts";
import type { Target } from "./target/target.ts";

/** Times that a removal is tried which something else stands in the way of: three minutes, since a snapshot takes some. */
const ROUNDS = 40;

/**
 * Takes back what a run that was killed had not taken back, by the same rules as the run itself: only what is proven to be
 * its own is removed, and what was changed is put back and looked at. Records that bear the mark of the run are removed
 * whatever the target permits; to put back what was changed needs the permission that changing it needed.
 */
export async function cleanUp(target: Target, pending: PendingUndo, reach: Reach = {}): Promise<readonly Change[]> {
  const { session, redacted, close } = converse(target, [target.baseUrl], reach, {
    mark: pending.mark ?? MARK,
    rounds: ROUNDS,
  });
  const { custody } = session;
  const left: Change[] = [];
  try {
    for (const { list, path, ids } of pending.lists) custody.tell(list, path, ids);
    for (const id of pending.told) custody.passOver(id);
    for (const entry of pending.entries) {
      const why = whyNot(entry, target, pending);
      if (why === undefined) {
        custody.adopt(entry);
        continue;
      }
      if (entry.kind === "made" && entry.id !== undefined) custody.passOver(entry.id);
      left.push({ operation: entry.operation, id: nameOf(entry), state: "left", note: why });
    }
    await custody.settle();
  } finally {
    close();
  }
  return [...custody.changes, ...left].map(({ note, ...change }) => ({
    ...change,
    ...(note !== undefined && { note: redacted(note) }),
  }));
}

/** Why an entry of a journal is not taken back; `undefined` when it is. */
function whyNot(entry: Entry, target: Target, { mark }: PendingUndo): string | undefined {
  const { groupId } = entry.path;
  if (groupId !== undefined && !isOurs(groupId, target))
    return `it is in the project ${groupId}, which the target does not name`;
  switch (entry.kind) {
    case "lasting":
      return undefined;
    case "made":
      if (entry.effect.remove === undefined || entry.id === undefined) return undefined;
      if (entry.effect.stays !== undefined) return undefined;
      return entry.marked && mark !== undefined
        ? undefined
        : "it bears no mark, so that nobody can prove whose it is: remove it by hand";
    case "changed":
    case "started":
      return forbidden(target.contract.operation(entry.operation).risk, target);
    default:
      return entry satisfies never;
  }
}

/** A project that the target file names; where it names none, any. */
function isOurs(groupId: string, { fixtures }: Target): boolean {
  const named = [fixtures.groupId, fixtures.otherGroupId, fixtures.sharedGroupId, fixtures.oldEngineGroupId];
  return fixtures.groupId === undefined || named.includes(groupId);
}
