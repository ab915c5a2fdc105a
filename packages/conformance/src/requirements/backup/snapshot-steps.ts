import type { Answer, Exchange } from "@plumbline/client";
import { jsonOf, member, received, wasAccepted, wasRefused } from "../../expect/answers.ts";
import { broken, holds, type Judgement, unable } from "../../judgement.ts";
import { ROUNDS, secondsOf } from "../../kernel/settles.ts";
import type { Story } from "../../kernel/story.ts";
import { idIn, recordIn } from "../../oracles/envelope.ts";
import type { Path } from "../../writes/fields.ts";
import { SNAPSHOT } from "../../writes/snapshots.ts";
import { patiently } from "../shared/perform.ts";

type Step = NonNullable<Parameters<Story["ask"]>[1]>;
/** The cluster, where it is not the known one. */
export type Where = Path;

/** How long a snapshot is waited for, in seconds. */
export const patienceWith = ({ speed }: Story): number => secondsOf(ROUNDS, speed);

export const snapshotAt = (snapshotId: string, where: Where = {}) => ({ path: { ...where, snapshotId } });

/** The known sharded cluster. */
export function theSharded(told: Story): Where {
  const clusterName = told.world.fixtures.shardedClusterName;
  return clusterName === undefined
    ? told.cannot("no sharded cluster is known: state fixtures.shardedClusterName in the target file")
    : { clusterName };
}

/** Takes a snapshot, after the one before if need be; it is deleted again when the story ends. */
export const takesSnapshot = (told: Story, step: Step = {}, where: Where = {}): Promise<Exchange> =>
  patiently(told, "takeSnapshot", { ...told.servedAs("takeSnapshot"), path: where, body: SNAPSHOT, ...step });

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
  return { id: told.ownId(idIn(answer.json), "the snapshot"), answer };
}

/** The snapshot as a read shows it. */
export async function readSnapshot(told: Story, id: string): Promise<unknown> {
  const step = { ...told.servedAs("getSnapshot"), ...snapshotAt(id) };
  return recordIn((await told.prepares("getSnapshot", step, "reading the snapshot")).json);
}

export const isBeingTaken = (snapshot: unknown): boolean =>
  ["queued", "inProgress"].includes(String(member(snapshot, "status")));

/** Waits, not for long, until a snapshot of the known cluster is no longer being taken; whether it was so in the end. */
export async function completes(told: Story, id: string): Promise<boolean> {
  const { inVain } = told.world.memory;
  const key = `snapshots of ${told.world.fixtures.clusterName}`;
  const look = (): Promise<unknown> => readSnapshot(told, id);
  const last = await told.comesTo(look, (snapshot) => !isBeingTaken(snapshot), inVain.has(key) ? 1 : undefined);
  if (isBeingTaken(last)) inVain.add(key);
  else told.world.memory.rested.add("takeSnapshot");
  return !isBeingTaken(last);
}

/** Reads a deleted snapshot until it is refused: how long a delete may take is not given, but it takes effect. */
export async function goes(
  told: Story,
  read: "getSnapshot" | "getShardedSnapshot",
  id: string,
  where: Where = {},
): Promise<Judgement> {
  const last = await told.comesTo(
    () => told.ask(read, { ...told.servedAs(read), ...snapshotAt(id, where) }),
    (exchange) => wasRefused(exchange),
  );
  if (wasRefused(last)) return holds;
  const status = member(recordIn(jsonOf(last)), "status");
  // One that is said to be on its way convicts nobody.
  if (typeof status === "string" && /^delet/i.test(status))
    return unable(`the snapshot is still ${status} after ${patienceWith(told)} seconds`);
  return broken(`no snapshot by the deleted id after ${patienceWith(told)} seconds`, received(last));
}
