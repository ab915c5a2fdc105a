import type { Exchange } from "@plumbline/client";
import { received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import type { Path } from "../../ground/fields.ts";
import { member } from "../../ground/json.ts";
import { broken, type Judgement, mild, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Story } from "../../kernel/story.ts";
import { idIn } from "../../oracles/envelope.ts";
import { snapshotBody } from "../../writes/snapshots.ts";
import {
  completes,
  hasBegun,
  isBeingTaken,
  leavesQueue,
  ownSnapshot,
  patienceWith,
  readSnapshot,
  snapshotAt,
} from "./snapshot-steps.ts";
import { takenAtOnce } from "./taken-at-once.ts";

/**
 * Asks for a second snapshot during the first: it must be refused, or wait until the first is complete. Then a third is
 * taken.
 */
export async function oneAtATime(story: Story): Promise<Judgement> {
  let { id } = await ownSnapshot(story);
  let second = await asksForAnother(story);
  // On a fast target the first may be complete before the second is asked for, which then is a first one.
  for (let tries = 1; tries < MOST_TRIES && wasAccepted(second); tries += 1) {
    if (isBeingTaken(await readSnapshot(story, id))) break;
    id = idOfSecond(story, second);
    second = await asksForAnother(story);
  }
  if (wasAccepted(second)) return waitsInTurn(story, id, idOfSecond(story, second));
  if (!wasRefused(second)) return broken("4xx while a snapshot is queued or inProgress", received(second));
  const other = theOther(story);
  const elsewhere = other && (await refusedElsewhere(story, id, other));
  const taken = await takenAfterQueue(story, id);
  if (taken !== undefined) return taken;
  if (!(await completes(story, id)))
    return story.cannot(`the snapshot is not complete after ${patienceWith(story)} seconds`);
  if (other && elsewhere && wasAccepted(await asksElsewhere(story, other)))
    return mild(
      broken("2xx for a snapshot of another cluster, which has none that is queued or inProgress", received(elsewhere)),
    );
  const third = await takenAtOnce(story);
  if ("kind" in third) return third;
  if (!wasAccepted(third)) return broken("2xx once the first snapshot is complete", received(third));
  await changesOneOfTwo(story, idIn(story.answer(third).json));
  return upheld;
}

/**
 * Changes one of two snapshots of the run, so that custody and model can look for changes of the other; no other story
 * has two at once.
 */
async function changesOneOfTwo(story: Story, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  // The description does not say whether an incomplete snapshot may be changed.
  await story.ask("changeSnapshotExpiration", {
    ...snapshotAt(id),
    body: { retentionUnit: "WEEKS", retentionValue: 3 },
  });
}

/**
 * Takes another snapshot when the first has left the queue, and judges the two; `undefined` if it was refused or not
 * sent.
 */
async function takenAfterQueue(story: Story, first: string): Promise<Judgement | undefined> {
  const status = async () => member(await readSnapshot(story, first), "status");
  if ((await status()) !== "queued" || member(await leavesQueue(story, first), "status") !== "inProgress")
    return undefined;
  const another = await asksForAnother(story);
  if (!wasAccepted(another)) return undefined;
  const id = idOfSecond(story, another);
  // If the first was complete by then, the second may follow at once.
  return (await status()) === "inProgress" ? waitsInTurn(story, first, id) : upheld;
}

/** How often the rule takes a snapshot to ask for another one meanwhile. */
const MOST_TRIES = 3;

const asksForAnother = (story: Story): Promise<Exchange> =>
  story.ask("takeSnapshot", { body: snapshotBody(), due: "refused" });

const asksElsewhere = (story: Story, path: Path): Promise<Exchange> =>
  story.ask("takeSnapshot", { path, body: snapshotBody(), due: "open" });

/** The cluster beside the known one, of which version 2 takes a snapshot too. */
function theOther({ subject, world }: Story): Path | undefined {
  const { clusterName, shardedClusterName } = world.fixtures;
  const isOther = shardedClusterName !== undefined && shardedClusterName !== clusterName;
  return isOther && subject.version === "2" ? { clusterName: shardedClusterName } : undefined;
}

/** The refusal of a snapshot of another cluster while the first is being taken; `undefined` if nothing was refused. */
async function refusedElsewhere(story: Story, first: string, other: Path): Promise<Exchange | undefined> {
  const answer = await asksElsewhere(story, other);
  return wasRefused(answer) && isBeingTaken(await readSnapshot(story, first)) ? answer : undefined;
}

const idOfSecond = (story: Story, exchange: Exchange): string =>
  story.ownId(idIn(story.answer(exchange).json), "the second snapshot");

/** The target accepted a second snapshot during the first: the second must not begin before the first is complete. */
async function waitsInTurn(story: Story, first: string, second: string): Promise<Judgement> {
  if (!isBeingTaken(await readSnapshot(story, first))) return story.cannot("the first snapshot was complete too soon");
  // The first is read after the second: if it is under way then, it was under way at the read of the second.
  const look = async () => [await readSnapshot(story, second), await readSnapshot(story, first)] as const;
  const overtakes = ([later, earlier]: readonly [unknown, unknown]): boolean =>
    isBeingTaken(earlier) && hasBegun(later);
  const last = await story.untilOver(look, (shown) => overtakes(shown) || !isBeingTaken(shown[1]));
  if (overtakes(last))
    return broken(
      "4xx for the second snapshot, or one that stays queued until the first is complete",
      `status ${quoted(member(last[0], "status"))} while the first is ${quoted(member(last[1], "status"))}`,
    );
  return isBeingTaken(last[1])
    ? story.cannot(`the first snapshot is not complete after ${patienceWith(story)} seconds`)
    : upheld;
}
