import { type Exchange, steadyNow } from "@plumbline/client";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, type Judgement, notApplicable, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { isOver, outageOf } from "../../writes/outages.ts";
import { ownCluster } from "../shared/own-cluster.ts";
import { endsAnother, endsOutage, isUnderWay, onCluster, startsAnother, untilOutageIsOver } from "./outage-steps.ts";

/**
 * Marks the end as a trial: earlier ends may already have changed other records, and this rule asks whether that
 * happens again.
 */
const TRIAL = { trial: true } as const;

/** How often to look at the other simulation; the rule needs no more to see that it continues. */
const LOOKS = 2;

/** Ends the simulation of the known cluster while another cluster of the run has one, and then that one. */
export async function endsOne(story: Story): Promise<Judgement> {
  const clusterName = await ownCluster(story);
  if (clusterName === undefined) return notApplicable("the run can make no cluster that could have a simulation");
  const beside: Step = { path: { clusterName } };
  let judgement: Judgement | undefined;
  let ended: Exchange | undefined;
  try {
    judgement = await leavesOther(story, beside);
  } finally {
    // A later story would mistake it for the simulation of the known cluster.
    ended = await endsAnother(story, { ...beside, ...TRIAL });
  }
  // A target whose answer to an end does not show it may take its time.
  if (judgement.kind !== "holds" || !wasAccepted(ended) || runs(ended)) return judgement;
  const own = await isEnded(story, onCluster(story), "the known cluster");
  return own.kind === "holds" ? isEnded(story, beside, "the other cluster") : own;
}

async function leavesOther(story: Story, beside: Step): Promise<Judgement> {
  const began = steadyNow();
  const first = await outlives(story, beside);
  if (first.kind !== "broken") return first;
  // A simulation may also end by itself; then it ends in the same time without this request.
  if (!(await lasts(story, beside, steadyNow() - began)))
    return notApplicable("a simulation does not last until another one is ended");
  return outlives(story, beside);
}

const stateOf = (read: Exchange): unknown => (wasAccepted(read) ? member(jsonOf(read), "state") : undefined);
const runs = (read: Exchange): boolean => isUnderWay(stateOf(read));

/** A simulation whose end was accepted must not go on; the description does not say how soon it is over. */
async function isEnded(story: Story, step: Step, which: string): Promise<Judgement> {
  const last = await story.untilOver(
    () => story.ask("getOutageSimulation", step),
    (read) => !runs(read),
  );
  return expects(!runs(last), `the end of the simulation of ${which}, which was accepted`, () => quoted(stateOf(last)));
}

/** Ends the simulation of the known cluster while the other one runs, and looks at the other one for a while. */
async function outlives(story: Story, beside: Step): Promise<Judgement> {
  // An earlier simulation may still be ending.
  await endsOutage(story, TRIAL);
  if (!(await untilOutageIsOver(story)) || !(await untilOutageIsOver(story, beside)))
    return notApplicable("a simulation before is not over after a while");
  const starts = [{ body: outageOf(story.world) }, { ...beside, body: outageOf({}) }];
  // A target may end the simulation that began first or last, so the order differs between the versions.
  for (const step of story.subject.version === "2" ? starts.toReversed() : starts) {
    const start = await startsAnother(story, step);
    if (!wasAccepted(start)) return notApplicable(`no two simulations can be started (${received(start)})`);
  }
  const ended = await endsOutage(story, TRIAL);
  if (ended === undefined || !wasAccepted(ended))
    return notApplicable(`the simulation cannot be ended (${ended === undefined ? "it is over" : received(ended)})`);
  const read = await story.untilOver(() => story.ask("getOutageSimulation", beside), isGone, LOOKS);
  if (!isGone(read)) return upheld;
  const state = wasAccepted(read) ? `its state ${quoted(member(jsonOf(read), "state"))}` : received(read);
  return broken("the simulation of another cluster as it was", state);
}

/** Whether the other simulation lasts this long alone. */
async function lasts(story: Story, beside: Step, milliseconds: number): Promise<boolean> {
  if (!(await untilOutageIsOver(story, beside))) return false;
  if (!wasAccepted(await startsAnother(story, { ...beside, body: outageOf({}) }))) return false;
  await story.pass(milliseconds);
  const read = await story.ask("getOutageSimulation", beside);
  await story.ask("endOutageSimulation", { ...beside, ...TRIAL, due: "open" });
  return !isGone(read);
}

/** The target may stop showing a simulation after its end. */
const isGone = (read: Exchange): boolean => isOver(read) || wasRefused(read);
