import type { Exchange } from "@plumbline/client";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, type Judgement, notApplicable, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { isOver, outageOf } from "../../writes/outages.ts";
import { ownCluster } from "../shared/own-cluster.ts";
import { endsOutage, untilOutageIsOver } from "./outage-steps.ts";

/** Others may have seen already what an end does beside its own work: whether it does so again is the question here. */
const TRIAL = { trial: true } as const;

/** Looks at the other simulation: that it goes on needs no more. */
const LOOKS = 2;

/** Ends the simulation of the known cluster while one of the run's own clusters has another. */
export async function endsOne(story: Story): Promise<Judgement> {
  const clusterName = await ownCluster(story);
  if (clusterName === undefined) return notApplicable("the run can make no cluster that could have a simulation");
  const beside: Step = { path: { clusterName } };
  try {
    const first = await outlives(story, beside);
    // A simulation may end by itself: twice, at the same moment, it does not.
    return first.kind === "broken" ? await outlives(story, beside) : first;
  } finally {
    // A story after this one would take it for that of the known cluster.
    await story.ask("endOutageSimulation", { ...beside, ...TRIAL, due: "open" });
  }
}

/** Ends the simulation of the known cluster beside the other one, which is looked at for a while. */
async function outlives(story: Story, beside: Step): Promise<Judgement> {
  // What one before has left may still be ending.
  await endsOutage(story, TRIAL);
  await untilOutageIsOver(story);
  await untilOutageIsOver(story, beside);
  const own = await starts(story, { body: outageOf(story.world) });
  if (!wasAccepted(own)) return notApplicable(`another simulation cannot be started (${received(own)})`);
  const other = await starts(story, { ...beside, body: outageOf({}) });
  if (!wasAccepted(other)) return notApplicable(`no second simulation can be started (${received(other)})`);
  const ended = await endsOutage(story, TRIAL);
  if (ended === undefined || !wasAccepted(ended))
    return notApplicable(`the simulation cannot be ended (${ended === undefined ? "it is over" : received(ended)})`);
  const read = await story.untilOver(() => story.ask("getOutageSimulation", beside), isOver, LOOKS);
  return isOver(read)
    ? broken("the simulation of another cluster as it was", `its state ${quoted(member(jsonOf(read), "state"))}`)
    : upheld;
}

const starts = (story: Story, step: Step): Promise<Exchange> =>
  story.ask("startOutageSimulation", { ...step, send: "again", due: "open" });
