import type { Exchange } from "@plumbline/client";
import { wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
import type { Story } from "../../kernel/story.ts";
import { idIn } from "../../oracles/envelope.ts";
import { snapshotBody } from "../../writes/snapshots.ts";
import { isBeingTaken, readSnapshot, takesSnapshot } from "./snapshot-steps.ts";

/** Takes a snapshot by two simultaneous requests: the target must refuse one of them or make it wait in the queue. */
export async function takenAtOnce(story: Story): Promise<Exchange | Judgement> {
  const take = () => story.ask("takeSnapshot", { body: snapshotBody(), due: "open" });
  const accepted = (await Promise.all([take(), take()])).filter(wasAccepted);
  const [first] = accepted;
  // The target may refuse both.
  if (first === undefined) return takesSnapshot(story);
  const [one, other] = accepted.map((exchange) => idIn(story.answer(exchange).json));
  if (one === undefined || other === undefined || one === other) return first;
  const judgement = await takeTurns(story, story.ownId(one, "the snapshot"), story.ownId(other, "the other snapshot"));
  return judgement.kind === "holds" ? first : judgement;
}

/**
 * Reads one snapshot, the other, and the first again: they must not all show inProgress. Either snapshot may come
 * first.
 */
async function takeTurns(story: Story, one: string, other: string): Promise<Judgement> {
  const look = async () => {
    const before = await readSnapshot(story, one);
    const between = await readSnapshot(story, other);
    return [before, between, await readSnapshot(story, one)];
  };
  const isUnderWay = (snapshot: unknown): boolean => member(snapshot, "status") === "inProgress";
  const areBoth = (shown: readonly unknown[]): boolean => shown.every(isUnderWay);
  const areOver = (shown: readonly unknown[]): boolean => shown.some((snapshot) => !isBeingTaken(snapshot));
  const last = await story.untilOver(look, (shown) => areBoth(shown) || areOver(shown));
  return areBoth(last)
    ? broken("one snapshot at a time, of two that are asked for at the same moment", "both of them inProgress")
    : upheld;
}
