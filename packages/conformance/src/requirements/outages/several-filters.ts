import type { Exchange } from "@plumbline/client";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { type Fields, member } from "../../ground/json.ts";
import { broken, type Judgement, notApplicable, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn } from "../../oracles/envelope.ts";
import { outageOf } from "../../writes/outages.ts";
import { ownCluster } from "../shared/own-cluster.ts";
import {
  covers,
  endsAnother,
  filtersSent,
  isUnderWay,
  OTHER_REGIONS,
  startsAnother,
  untilOutageIsOver,
} from "./outage-steps.ts";

/**
 * Starts a simulation with two filters on a cluster of the run's own, as an outage of two regions could stop a cluster
 * of the user's from working.
 */
export async function keepsEachFilter(story: Story): Promise<Judgement> {
  const clusterName = await ownCluster(story);
  if (clusterName === undefined) return notApplicable("the run can make no cluster that could have a simulation");
  const step: Step = { path: { clusterName } };
  if (!(await untilOutageIsOver(story, step))) return notApplicable("a simulation before is not over after a while");
  // An earlier simulation may be in the way of what a target does with a start that it refuses.
  const refused = await story.ask("startOutageSimulation", { ...step, body: { outageFilters: [] }, due: "refusal" });
  const left = await story.ask("getOutageSimulation", step);
  if (wasRefused(refused) && wasAccepted(left) && isUnderWay(member(jsonOf(left), "state")))
    return broken("no simulation after a start without filters that was refused", received(left));
  const start = await startsWithTwo(story, step);
  if (!wasAccepted(start)) return notApplicable(`no simulation with two filters can be started (${received(start)})`);
  try {
    const read = await story.ask("getOutageSimulation", step);
    return [start, read].map((exchange) => showsEach(start, exchange)).find(({ kind }) => kind === "broken") ?? upheld;
  } finally {
    await endsAnother(story, step);
  }
}

/** The answer to the first start that the target accepts, or to the last one that it refuses. */
async function startsWithTwo(story: Story, step: Step): Promise<Exchange> {
  const starts = (regionName: string): Promise<Exchange> => {
    const own: readonly Fields[] = outageOf({}).outageFilters;
    const outageFilters = [...own, ...own.map((filter) => ({ ...filter, regionName }))];
    return startsAnother(story, { ...step, body: { outageFilters } });
  };
  const [first = "", ...others] = OTHER_REGIONS;
  let start = await starts(first);
  for (const regionName of others) if (!wasAccepted(start)) start = await starts(regionName);
  return start;
}

/**
 * Whether an answer that shows one of the filters shows the others too, in any order. Other rules judge an answer that
 * shows none of them.
 */
function showsEach(start: Exchange, exchange: Exchange): Judgement {
  const shown = listIn(member(jsonOf(exchange), "outageFilters")) ?? [];
  const sent = filtersSent(start);
  const kept = sent.filter((filter) => shown.some((one) => covers(one, filter)));
  return kept.length === 0 || kept.length === sent.length
    ? upheld
    : broken(`each of the outageFilters that were sent: ${quoted(sent)}`, quoted(shown));
}
