import type { Exchange } from "@plumbline/client";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, type Judgement, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { saysLater } from "../../ground/says-later.ts";
import type { Story } from "../../kernel/story.ts";
import { violated } from "../../oracles/violated.ts";
import { notice, type Requirement, type StoryRequirement, story, watch } from "../../rule/requirement.ts";
import { performs } from "../shared/perform.ts";
import { NO_STATE, ON_CLUSTER } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { endsOne } from "./end-only.ts";
import { endsOutage, isUnderWay, onCluster, showsFilters, started, untilOutageIsOver } from "./outage-steps.ts";
import { keepsEachFilter } from "./several-filters.ts";
import { startsAgain } from "./start-again.ts";

const RESOURCE = "Resources and their fields > Cluster outage simulation";
const OPERATIONS = "Endpoints > Outage simulation";
const STATES = "States and transitions";

const rule = (
  particulars: Omit<StoryRequirement, "kind" | "stage" | "risk" | "level" | "basis" | "needs" | "mock"> &
    Partial<Pick<StoryRequirement, "basis" | "stage">>,
): Requirement =>
  story({
    level: "MUST",
    basis: "stated",
    stage: "state",
    risk: "costly",
    lane: "outage",
    mock: NO_STATE,
    needs: ON_CLUSTER,
    ...particulars,
  });

const shape = violated(
  ({ pointer, keyword }) =>
    pointer !== "" && pointer !== "/id" && !["pattern", "minLength", "maxLength", "format"].includes(keyword),
);

/** Starts and ends a simulation with a filter, then checks that the target refuses starts without one. */
async function needsFilter(story: Story): Promise<Judgement> {
  const exchange = await performs(story, "startOutageSimulation");
  if (!wasAccepted(exchange)) return story.cannot(`an outage simulation cannot be started (${received(exchange)})`);
  // While a simulation runs, the target may refuse any start, so this one must end first.
  await endsOutage(story);
  await untilOutageIsOver(story);
  for (const [name, body] of Object.entries(FAULTS)) {
    await story.refuses("startOutageSimulation", { body }, name);
    const left = stateIn(await story.ask("getOutageSimulation", onCluster(story)));
    story.must(!isUnderWay(left), `no simulation after a refused start with ${name}`, `state ${quoted(left)}`);
  }
  return upheld;
}

/** Whether the simulation is still starting. The contract does not say how long that takes. */
async function isStarting(story: Story): Promise<boolean> {
  const { json } = await story.prepares("getOutageSimulation", onCluster(story));
  return /^START/i.test(String(member(json, "state")));
}

async function endsWithState(story: Story): Promise<Judgement> {
  const json = jsonOf(await started(story));
  const before = stateIn(await story.ask("getOutageSimulation", onCluster(story)));
  const last = await endsOutage(story);
  if (last === undefined) return story.cannot("the simulation has ended before it was told to");
  if (saysLater(last) && (await isStarting(story)))
    return story.cannot(`the simulation has not come up yet, and cannot be ended before (${received(last)})`);
  if (!wasAccepted(last)) return broken("2xx for ending the simulation", received(last));
  const ended = story.answer(last);
  story.must(
    member(ended.json, "id") === member(json, "id"),
    `the simulation ${quoted(member(json, "id"))}`,
    quoted(ended.json),
  );
  const state = member(ended.json, "state");
  if (typeof state !== "string" || state === "" || ["START_REQUESTED", "STARTING"].includes(state))
    return broken("a state that it has after the end", quoted(state));
  return showsEnd(story, before, state);
}

const stateIn = (exchange: Exchange): unknown =>
  wasAccepted(exchange) ? member(jsonOf(exchange), "state") : undefined;

/** Reads the simulation until it no longer shows that it runs, unless the answer to the end showed that, too. */
async function showsEnd(story: Story, before: unknown, ended: string): Promise<Judgement> {
  const runs = (state: unknown): boolean =>
    typeof state === "string" && (state === before || /^(START|SIMULATING$)/i.test(state));
  if (runs(ended)) return upheld;
  const look = async () => stateIn(await story.ask("getOutageSimulation", onCluster(story)));
  const last = await story.untilOver(look, (state) => !runs(state));
  return expects(!runs(last), `a state after ${quoted(before)}, as in the answer to the end: ${quoted(ended)}`, () =>
    quoted(last),
  );
}

async function showsSimulation(story: Story): Promise<Judgement> {
  const start = await started(story);
  const id = member(jsonOf(start), "id");
  const { clusterName, groupId } = story.world.fixtures;
  for (const version of story.addresses.servedIn("getOutageSimulation")) {
    const step = { ...onCluster(story), version };
    const { json } = await story.does("getOutageSimulation", step, "reading the simulation that was started");
    story.must(member(json, "id") === id, `id ${quoted(id)}`, quoted(member(json, "id")));
    for (const [name, value] of Object.entries({ clusterName, groupId })) {
      const got = member(json, name);
      if (got !== undefined && got !== null) story.must(got === value, `${name} ${value}, as in the path`, quoted(got));
    }
    const kept = showsFilters(start, json);
    if (kept.kind !== "holds") return kept;
  }
  return upheld;
}

/** The rules on outage simulations; they need a cluster on which the run may start one. */
export const outages: readonly Requirement[] = [
  watch({
    id: "OUT-FIELDS",
    level: "MUST",
    basis: "stated",
    text: "Members of an outage simulation have the listed types.",
    section: RESOURCE,
    on: is("startOutageSimulation", "getOutageSimulation", "endOutageSimulation"),
    examine: (watched) => (watched.call.due === "refusal" ? undefined : shape(watched)),
  }),
  story({
    id: "OUT-NONEMPTY",
    level: "MUST",
    basis: "stated",
    text: "Starting an outage needs at least one outage filter.",
    section: RESOURCE,
    stage: "refused-writes",
    risk: "costly",
    on: is("startOutageSimulation"),
    requests: 12,
    needs: ON_CLUSTER,
    mock: "its simulation never ends",
    tell: needsFilter,
  }),
  rule({
    id: "OUT-START",
    text: "A simulation that was started has the state START_REQUESTED.",
    section: STATES,
    on: is("startOutageSimulation"),
    requests: 3,
    tell: async (story) => {
      const start = await started(story);
      const state = member(jsonOf(start), "state");
      story.must(state === "START_REQUESTED", "state START_REQUESTED in the answer to the start", quoted(state));
      return showsFilters(start, jsonOf(start));
    },
  }),
  rule({
    id: "OUT-GET",
    text: "Get returns the simulation of the cluster.",
    section: OPERATIONS,
    on: is("getOutageSimulation"),
    requests: 4,
    tell: showsSimulation,
  }),
  rule({
    id: "OUT-END",
    text: "Ending a simulation returns it with the state that it has afterwards.",
    section: STATES,
    on: is("endOutageSimulation"),
    requests: 6,
    tell: endsWithState,
  }),
  rule({
    id: "OUT-AGAIN",
    basis: "derived:D6",
    text: "A simulation that is started after another one has the filters of its own request.",
    section: OPERATIONS,
    // At this stage, the previous simulation has been ended for another rule.
    stage: "refused-writes",
    on: is("startOutageSimulation"),
    requests: 13,
    tell: startsAgain,
  }),
  rule({
    id: "OUT-FILTERS",
    basis: "derived:D6",
    text: "A simulation that is started with several filters has each of them; a start without any that was refused before begins none.",
    section: RESOURCE,
    // At this stage, the run has created clusters for other rules.
    stage: "refused-writes",
    late: true,
    on: is("startOutageSimulation"),
    requests: 10,
    tell: keepsEachFilter,
  }),
  rule({
    id: "OUT-END-ONLY",
    basis: "derived:D5",
    text: "Ending the simulation of one cluster ends that one, and leaves that of another as it is.",
    section: OPERATIONS,
    // At this stage, the run has created clusters for other rules.
    stage: "refused-writes",
    late: true,
    on: is("endOutageSimulation"),
    requests: 60,
    tell: endsOne,
  }),
  notice({
    id: "OUT-DOUBLE",
    level: "UNSPECIFIED",
    text: "Starting twice, and ending or getting a simulation that does not exist, are not described.",
    section: OPERATIONS,
    on: is("getOutageSimulation"),
    notice: ({ answer }) =>
      answer.status === 404 ? "getting a simulation that there is not is answered 404" : undefined,
  }),
];

const FAULTS = {
  "an empty list of filters": { outageFilters: [] },
  "a body without filters": {},
  "an object instead of the list": { outageFilters: {} },
};
