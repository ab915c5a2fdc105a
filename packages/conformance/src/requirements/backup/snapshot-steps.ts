import type { Answer, Exchange } from "@plumbline/client";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { ROUNDS, secondsOf } from "../../ground/eventually.ts";
import type { Path } from "../../ground/fields.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, inconclusive, type Judgement, upheld } from "../../ground/judgement.ts";
import { ONE_LARGE_PAGE } from "../../ground/largest-page.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { idIn, listIn, recordIn } from "../../oracles/envelope.ts";
import { snapshotBody } from "../../writes/snapshots.ts";
import { patiently } from "../shared/perform.ts";

/** The cluster, if it is not the known one. */
export type Where = Path;

/** The longest time that the run waits for a snapshot, in seconds. */
export const patienceWith = ({ speed }: Story): number => secondsOf(ROUNDS, speed);

/** The part of a call that addresses this snapshot, by default on the known cluster. */
export const snapshotAt = (snapshotId: string, where: Where = {}) => ({ path: { ...where, snapshotId } });

/** The known sharded cluster. */
export function theSharded(story: Story): Where {
  const clusterName = story.world.fixtures.shardedClusterName;
  return clusterName === undefined
    ? story.cannot("no sharded cluster is known: state fixtures.shardedClusterName in the target file")
    : { clusterName };
}

/** Takes a snapshot, if necessary after the previous one is complete; the run deletes it when the story ends. */
export const takesSnapshot = (story: Story, step: Step = {}, where: Where = {}): Promise<Exchange> =>
  patiently(story, "takeSnapshot", {
    ...story.addresses.servedAs("takeSnapshot"),
    path: where,
    body: snapshotBody(),
    ...step,
  });

/** A snapshot that the story took. */
export interface MadeSnapshot {
  readonly id: string;
  readonly answer: Answer;
}

/** A new snapshot of the story; another rule judges whether taking one works. */
export async function ownSnapshot(story: Story, where: Where = {}, step: Step = {}): Promise<MadeSnapshot> {
  return madeSnapshot(story, await takesSnapshot(story, step, where));
}

/** The snapshot that a request created. */
export function madeSnapshot(story: Story, exchange: Exchange): MadeSnapshot {
  if (!wasAccepted(exchange)) return story.cannot(`no snapshot can be taken (${received(exchange)})`);
  const answer = story.answer(exchange);
  return { id: story.ownId(idIn(answer.json), "the snapshot"), answer };
}

/** The snapshot in a read. */
export async function readSnapshot(story: Story, id: string): Promise<unknown> {
  const step = { ...story.addresses.servedAs("getSnapshot"), ...snapshotAt(id) };
  return recordIn((await story.prepares("getSnapshot", step, "reading the snapshot")).json);
}

/** True while the status is `queued` or `inProgress`, as the description spells them. */
export const isBeingTaken = (snapshot: unknown): boolean =>
  ["queued", "inProgress"].includes(String(member(snapshot, "status")));

/** Whether a snapshot has left the queue. */
export const hasBegun = (snapshot: unknown): boolean =>
  /^(inProgress$|complete|success|done|ready)/i.test(String(member(snapshot, "status")));

/** Waits a limited time for a snapshot of the known cluster; true if it is no longer being taken. */
export async function completes(story: Story, id: string): Promise<boolean> {
  const isOver = !isBeingTaken(await waitedFor(story, id, (snapshot) => !isBeingTaken(snapshot)));
  if (isOver) story.world.memory.rested.add("takeSnapshot");
  return isOver;
}

/** The snapshot, as soon as it is no longer `queued` or patience ends. */
export const leavesQueue = (story: Story, id: string): Promise<unknown> =>
  waitedFor(story, id, (snapshot) => member(snapshot, "status") !== "queued");

/**
 * Reads a snapshot of the known cluster until it is as expected. If an earlier one took too long, it reads only once.
 */
async function waitedFor(story: Story, id: string, isSo: (snapshot: unknown) => boolean): Promise<unknown> {
  const { inVain } = story.world.memory;
  const key = `snapshots of ${story.world.fixtures.clusterName}`;
  const last = await story.untilOver(() => readSnapshot(story, id), isSo, inVain.has(key) ? 1 : undefined);
  if (!isSo(last)) inVain.add(key);
  return last;
}

const LISTS = { getSnapshot: "listSnapshots", getShardedSnapshot: "listShardedSnapshots" } as const;
type SnapshotRead = keyof typeof LISTS;

/** Whether the list shows a snapshot that is not being deleted; `undefined` if the list is unreadable. */
export async function isListed(story: Story, read: SnapshotRead, id: string, where: Where = {}) {
  const list = LISTS[read];
  const step = { ...story.addresses.servedAs(list), path: where, query: ONE_LARGE_PAGE };
  const records = listIn(jsonOf(await story.ask(list, step)));
  const own = records?.find((record) => member(record, "id") === id);
  return records && own !== undefined && !isBeingDeleted(own);
}

const isBeingDeleted = (snapshot: unknown): boolean => /^delet/i.test(String(member(snapshot, "status")));

/**
 * Reads a deleted snapshot until the target refuses the read; the description does not limit the time of a delete. A
 * snapshot that reads do not find must not be in the list either, if the list showed it before.
 */
export async function goes(
  story: Story,
  read: SnapshotRead,
  id: string,
  { where = {}, wasListed }: { readonly where?: Where; readonly wasListed: boolean | undefined },
): Promise<Judgement> {
  const last = await story.untilOver(
    () => story.ask(read, { ...story.addresses.servedAs(read), ...snapshotAt(id, where) }),
    (exchange) => wasRefused(exchange),
  );
  if (wasRefused(last)) {
    if (wasListed !== true) return upheld;
    const stays = await story.untilOver(
      () => isListed(story, read, id, where),
      (isThere) => isThere !== true,
    );
    return expects(
      stays !== true,
      "no deleted snapshot in the list once a read by its id is refused",
      "the deleted snapshot in the list",
    );
  }
  const status = member(recordIn(jsonOf(last)), "status");
  // A snapshot with a status of being deleted breaks no rule.
  if (isBeingDeleted(recordIn(jsonOf(last))))
    return inconclusive(`the snapshot is still ${String(status)} after ${patienceWith(story)} seconds`);
  return broken(`no snapshot by the deleted id after ${patienceWith(story)} seconds`, received(last));
}
