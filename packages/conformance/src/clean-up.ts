import type { Exchange } from "@plumbline/client";
import { type Account, accountOf } from "./custody/account.ts";
import { Conclusions } from "./custody/conclusions.ts";
import type { Entry } from "./custody/entry.ts";
import { isUnheard } from "./custody/keys.ts";
import { LostAnswerError } from "./custody/lost-answer-error.ts";
import type { PendingUndo } from "./custody/pending-undo.ts";
import { Standing } from "./custody/standing.ts";
import type { Call } from "./ground/call.ts";
import { MARK } from "./ground/mark.ts";
import { NotSentError } from "./ground/not-sent-error.ts";
import { custodyParts } from "./kernel/custody-parts.ts";
import { converse, type Reach } from "./kernel/outside-runs.ts";
import type { Session } from "./kernel/session.ts";
import { forbidden } from "./target/permission.ts";
import type { Target } from "./target/target.ts";

/**
 * How often the cleanup tries a removal that another operation blocks: about three minutes, because a snapshot takes
 * some.
 */
const ROUNDS = 40;

/**
 * Cleans up after a killed run, by the same rules as the run itself. It removes only records that are proven to belong
 * to the run, restores what the run changed, and verifies both. Records with the run's mark are removed no matter what
 * the target permits. Restoring a change needs the same permission as the change. Finally it looks at every record that
 * may still exist, even if the user permitted that it stays.
 */
export async function cleanUp(target: Target, pending: PendingUndo, reach: Reach = {}): Promise<readonly Account[]> {
  const mark = pending.mark ?? MARK;
  const conclusions = new Conclusions();
  const { session, redacted, close } = converse(target, [target.baseUrl], reach, {
    mark,
    rounds: ROUNDS,
    journal: conclusions,
  });
  const { custody } = session;
  const refusals = new Map<Entry, string>();
  const unheard = new Set([...pending.entries, ...pending.closed.map(({ entry }) => entry)].filter(isUnheard));
  try {
    for (const { list, path, ids } of pending.lists) custody.adoptList(list, path, ids);
    for (const kept of pending.reached) custody.adoptReached(kept);
    for (const id of pending.told) custody.leaveAlone(id);
    for (const entry of pending.entries) {
      const refusal = whyNot(entry, target, pending);
      if (refusal === undefined) {
        custody.adopt(entry);
        continue;
      }
      if (entry.kind === "made" && entry.id !== undefined) custody.leaveAlone(entry.id);
      refusals.set(entry, refusal);
    }
    await custody.settle();
    const standing = new Standing(readingParts(target, session, mark));
    const accounts = await accountOf({
      pending,
      refusals,
      isOurs: (entry) => isOurs(entry, target),
      unheard,
      conclusions,
      standing,
    });
    return accounts.map(({ note, ...account }) => ({
      ...account,
      ...(note !== undefined && { note: redacted(note) }),
    }));
  } finally {
    close();
  }
}

/** The parts for reading, with reads that belong to no check. A lost answer counts like a request that was not sent. */
function readingParts(target: Target, session: Session, mark: string): ReturnType<typeof custodyParts> {
  const ask = async (call: Call): Promise<Exchange> => {
    try {
      return await session.send(call, "cleanup");
    } catch (error) {
      throw error instanceof LostAnswerError ? new NotSentError(error.message) : error;
    }
  };
  return custodyParts(target, () => session.world, { ask, pass: (milliseconds) => session.pass(milliseconds), mark });
}

/** Why the cleanup does not undo an entry of a journal; `undefined` if it does. */
function whyNot(entry: Entry, target: Target, { mark }: PendingUndo): string | undefined {
  if (!isOurs(entry, target))
    return `it is in the project ${entry.path["groupId"]}, which the target file does not name`;
  switch (entry.kind) {
    case "lasting":
      return undefined;
    case "made":
      if (entry.effect.remove === undefined || entry.id === undefined) return undefined;
      if (entry.effect.stays !== undefined) return undefined;
      return entry.marked && mark !== undefined
        ? undefined
        : "it bears no mark of the run, so nothing proves that the run created it: remove it by hand";
    case "changed":
    case "started":
      return forbidden(target.contract.operation(entry.operation).risk, target);
    default:
      return entry satisfies never;
  }
}

/** Whether the entry is in a project that the target file names. If the file names none, any project counts. */
function isOurs({ path: { groupId } }: Entry, { fixtures }: Target): boolean {
  const named = [fixtures.groupId, fixtures.otherGroupId, fixtures.sharedGroupId, fixtures.oldEngineGroupId];
  return groupId === undefined || fixtures.groupId === undefined || named.includes(groupId);
}
