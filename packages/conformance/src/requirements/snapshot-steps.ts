import type { Answer, Exchange } from "@plumbline/client";
import { readText, recordId } from "@plumbline/schemas";
import { preview } from "@plumbline/schemas/validate";
import { jsonOf, member, received, wasAccepted, wasRefused } from "../expect/answers.ts";
import type { Story } from "../kernel/story.ts";
import { MARK } from "../mark.ts";
import { idIn, recordIn } from "../oracles/envelope.ts";
import { saysLater } from "../oracles/says-later.ts";
import { pauseAfter, secondsOf } from "./pauses.ts";
import { inVersion } from "./search-steps.ts";

type Step = NonNullable<Parameters<Story["ask"]>[1]>;
type Fields = Readonly<Record<string, unknown>>;
/** The cluster, where it is not the known one. */
export type Where = Readonly<Record<string, string>>;

/** As long as anyone should wait for one check: a minute. */
const ROUNDS = 16;
/** How long a snapshot is waited for, in seconds. */
export const PATIENCE = secondsOf(ROUNDS);

export const SNAPSHOT: Fields = { description: MARK, retentionInDays: 1 };

export const snapshotAt = (snapshotId: string, where: Where = {}) => ({ path: { ...where, snapshotId } });

/** The known sharded cluster. */
export function theSharded(told: Story): Where {
  const clusterName = told.world.fixtures.shardedClusterName;
  return clusterName === undefined
    ? told.cannot("no sharded cluster is known: state fixtures.shardedClusterName in the target file")
    : { clusterName };
}

/** Clusters whose snapshots did not come to an end however long a story waited: nobody waits as long again. */
const IN_VAIN = new WeakMap<Story["world"], ReadonlySet<string>>();
const clusterOf = (told: Story, where: Where = {}): string =>
  `${where["clusterName"] ?? told.world.fixtures.clusterName}`;
const waitedInVain = (told: Story, cluster: string): boolean => IN_VAIN.get(told.world)?.has(cluster) === true;
const remembersVain = (told: Story, cluster: string): void => {
  IN_VAIN.set(told.world, new Set([...(IN_VAIN.get(told.world) ?? []), cluster]));
};

/** Takes a snapshot, after the one before if need be; it is deleted again when the story ends. */
export async function takesSnapshot(told: Story, step: Step = {}, where: Where = {}): Promise<Exchange> {
  const take = (): Promise<Exchange> =>
    told.ask("takeSnapshot", { ...inVersion(told, "takeSnapshot"), path: where, body: SNAPSHOT, ...step });
  let exchange = await take();
  const cluster = clusterOf(told, where);
  const waited = waitedInVain(told, cluster);
  for (let round = 0; round < ROUNDS && saysLater(exchange) && !told.mock && !waited; round += 1) {
    await told.pass(pauseAfter(round));
    exchange = await take();
  }
  if (saysLater(exchange) && Object.keys(step).length === 0) remembersVain(told, cluster);
  if (wasAccepted(exchange)) keepSnapshot(told, exchange, where);
  return exchange;
}

/** Takes whatever snapshot an answer shows into custody, and returns its id. */
export function keepSnapshot(told: Story, exchange: Exchange, where: Where = {}): string | undefined {
  const id = idIn(jsonOf(exchange));
  if (id !== undefined)
    told.made(
      "takeSnapshot",
      id,
      { operation: "deleteSnapshot", ...inVersion(told, "deleteSnapshot"), ...snapshotAt(id, where) },
      () => removes(told, id, where),
    );
  return id;
}

/** Deletes a snapshot, once it can be: one that is being taken may have to be completed first. */
async function removes(told: Story, id: string, where: Where): Promise<Exchange> {
  const remove = (): Promise<Exchange> =>
    told.ask("deleteSnapshot", { ...inVersion(told, "deleteSnapshot"), ...snapshotAt(id, where) });
  let exchange = await remove();
  for (let round = 0; round < ROUNDS && saysLater(exchange) && !told.wasRemoved(id); round += 1) {
    await told.pass(pauseAfter(round));
    exchange = await remove();
  }
  return exchange;
}

/** A snapshot that the story took. */
export interface MadeSnapshot {
  readonly id: string;
  readonly answer: Answer;
}

/** A snapshot of the story's own; that it can be taken is another rule's business. */
export async function ownSnapshot(told: Story, where: Where = {}, step: Step = {}): Promise<MadeSnapshot> {
  const exchange = await takesSnapshot(told, step, where);
  if (!wasAccepted(exchange)) return told.cannot(`no snapshot can be taken (${received(exchange)})`);
  const answer = told.answer(exchange);
  const id = idIn(answer.json);
  if (id === undefined || readText(recordId, id).kind !== "value")
    return told.cannot(`the snapshot has no well-formed id (${preview(id)}), so it cannot be addressed`);
  return { id, answer };
}

/** The snapshot as a read shows it. */
export async function readSnapshot(told: Story, id: string): Promise<unknown> {
  const step = { ...inVersion(told, "getSnapshot"), ...snapshotAt(id) };
  return recordIn((await told.prepares("getSnapshot", step, "reading the snapshot")).json);
}

export const isBeingTaken = (snapshot: unknown): boolean =>
  ["queued", "inProgress"].includes(String(member(snapshot, "status")));

/** Waits, not for long, until a snapshot of the known cluster is no longer being taken; whether it was so in the end. */
export async function completes(told: Story, id: string): Promise<boolean> {
  const cluster = clusterOf(told);
  const rounds = waitedInVain(told, cluster) ? 1 : ROUNDS;
  for (let round = 0; round < rounds; round += 1) {
    if (!isBeingTaken(await readSnapshot(told, id))) return true;
    await told.pass(pauseAfter(round));
  }
  remembersVain(told, cluster);
  return false;
}

/** Reads a snapshot until it is refused; whether it was in the end. */
export async function isGone(told: Story, id: string): Promise<boolean> {
  const read = await told.settles(
    () => told.ask("getSnapshot", { ...inVersion(told, "getSnapshot"), ...snapshotAt(id) }),
    (exchange) => wasRefused(exchange),
  );
  return wasRefused(read);
}
