import type { Exchange } from "@plumbline/client";
import { readDate } from "@plumbline/schemas/validate";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import { type Fields, member } from "../../ground/json.ts";
import { expects, type Judgement, notApplicable, upheld } from "../../ground/judgement.ts";
import type { Story } from "../../kernel/story.ts";
import { outageOf } from "../../writes/outages.ts";
import { endsOutage, filtersSent, onCluster, showsFilters, started, untilOutageIsOver } from "./outage-steps.ts";

/** Regions that a cluster may have beside its own, or that a target does not look at. */
const REGIONS = ["EU_WEST_1", "US_WEST_2"];

/** Starts a simulation with another filter once the one before is over. */
export async function startsAgain(story: Story): Promise<Judgement> {
  if (story.memory.recalls("startOutageSimulation") === undefined) await started(story);
  const before = story.memory.recalls("startOutageSimulation");
  await endsOutage(story);
  // Starting twice is not described: one that goes on may be what another start answers with.
  if (!(await untilOutageIsOver(story))) return notApplicable("the simulation before is not over after a while");
  await story.pass(APART);
  const start = await startsElsewhere(story);
  // Nothing says when the next one may be started.
  if (!wasAccepted(start)) return notApplicable(`another simulation cannot be started (${received(start)})`);
  const read = await story.ask("getOutageSimulation", onCluster(story));
  const all = [start, read].map((exchange) => showsFilters(start, jsonOf(exchange)));
  await endsOutage(story);
  // How filters are shown at all is told by other rules.
  const isOfBefore = [start, read].some((exchange) => showsMore(story, start, jsonOf(exchange)));
  const judgement = (isOfBefore && all.find(({ kind }) => kind === "broken")) || upheld;
  return judgement.kind === "holds" ? startsAnew(story, before, start) : judgement;
}

/** Milliseconds from one start to the next, at the least: a date may be of whole seconds. */
const APART = 2_000;

/** Compares the moments of two starts that are some time apart. */
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

/** Whether a simulation shows a filter that its own start did not have, and the one before it had. */
function showsMore(story: Story, start: Exchange, simulation: unknown): boolean {
  const { outageFilters } = outageOf(story.world);
  const [sent, shown] = [filtersSent(start), member(simulation, "outageFilters")];
  if (!Array.isArray(shown)) return false;
  const isAnother = (filter: unknown): boolean =>
    outageFilters.some(({ regionName }) => member(filter, "regionName") === regionName) &&
    !sent.some((own) => own["regionName"] === member(filter, "regionName"));
  return shown.length > sent.length || shown.some(isAnother);
}

/** The same region again where no other one is taken: then what is added to the filters of before still shows. */
async function startsElsewhere(story: Story): Promise<Exchange> {
  const { outageFilters } = outageOf(story.world);
  for (const regionName of REGIONS) {
    const others = outageFilters.map((filter) => ({ ...filter, regionName }));
    const exchange = await starts(story, others);
    if (wasAccepted(exchange)) return exchange;
  }
  return starts(story, outageFilters);
}

const starts = (story: Story, outageFilters: readonly Fields[]): Promise<Exchange> =>
  story.ask("startOutageSimulation", { body: { outageFilters }, send: "again", due: "open" });
