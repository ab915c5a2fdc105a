import type { Exchange } from "@plumbline/client";
import { readDate } from "@plumbline/schemas/validate";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import { type Fields, member } from "../../ground/json.ts";
import { expects, type Judgement, notApplicable, upheld } from "../../ground/judgement.ts";
import type { Story } from "../../kernel/story.ts";
import { outageOf } from "../../writes/outages.ts";
import {
  endsOutage,
  filtersSent,
  OTHER_REGIONS,
  onCluster,
  showsFilters,
  started,
  startsAnother,
  untilOutageIsOver,
} from "./outage-steps.ts";

/** Starts a simulation with another filter after the previous one ended. */
export async function startsAgain(story: Story): Promise<Judgement> {
  if (story.memory.recalls("startOutageSimulation") === undefined) await started(story);
  const before = story.memory.recalls("startOutageSimulation");
  await endsOutage(story);
  // The contract does not describe a second start, so a start during a running simulation may return that one.
  if (!(await untilOutageIsOver(story))) return notApplicable("the simulation before is not over after a while");
  await story.pass(APART);
  const start = await startsElsewhere(story);
  // The contract does not say when the next simulation may start.
  if (!wasAccepted(start)) return notApplicable(`another simulation cannot be started (${received(start)})`);
  const read = await story.ask("getOutageSimulation", onCluster(story));
  const all = [start, read].map((exchange) => showsFilters(start, jsonOf(exchange)));
  await endsOutage(story);
  // Other rules judge how filters are shown.
  const isOfBefore = [start, read].some((exchange) => showsMore(story, start, jsonOf(exchange)));
  const judgement = (isOfBefore && all.find(({ kind }) => kind === "broken")) || upheld;
  return judgement.kind === "holds" ? startsAnew(story, before, start) : judgement;
}

/** The minimum time between two starts, in milliseconds, because a date may have whole seconds only. */
const APART = 2_000;

/** Compares the start dates of two simulations that started some time apart. */
function startsAnew(story: Story, before: Exchange | undefined, start: Exchange): Judgement {
  const name = story.contract.field("startRequestDate");
  const [earlier, later] = [before, start].map((exchange) =>
    readDate(String(member(exchange && jsonOf(exchange), name))),
  );
  if (earlier === undefined || Number.isNaN(earlier)) return upheld;
  return expects(
    later !== earlier,
    `another startRequestDate than that of the simulation before, ${new Date(earlier).toISOString()}`,
    "the same",
  );
}

/** Whether a simulation shows a filter that the previous start sent and its own start did not. */
function showsMore(story: Story, start: Exchange, simulation: unknown): boolean {
  const { outageFilters } = outageOf(story.world);
  const [sent, shown] = [filtersSent(start), member(simulation, "outageFilters")];
  if (!Array.isArray(shown)) return false;
  const isAnother = (filter: unknown): boolean =>
    outageFilters.some(({ regionName }) => member(filter, "regionName") === regionName) &&
    !sent.some((own) => own["regionName"] === member(filter, "regionName"));
  return shown.length > sent.length || shown.some(isAnother);
}

/**
 * Starts a simulation in another region. If the target accepts none, it uses the same region again; then filters that
 * the target adds to the previous ones still show.
 */
async function startsElsewhere(story: Story): Promise<Exchange> {
  const { outageFilters } = outageOf(story.world);
  for (const regionName of OTHER_REGIONS) {
    const others = outageFilters.map((filter) => ({ ...filter, regionName }));
    const exchange = await starts(story, others);
    if (wasAccepted(exchange)) return exchange;
  }
  return starts(story, outageFilters);
}

const starts = (story: Story, outageFilters: readonly Fields[]): Promise<Exchange> =>
  startsAnother(story, { body: { outageFilters } });
