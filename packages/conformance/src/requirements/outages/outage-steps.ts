import { isDeepStrictEqual } from "node:util";
import { answered, type Exchange, parseJson } from "@plumbline/client";
import { received, wasAccepted } from "../../ground/answers.ts";
import { type Fields, fieldsOf, member } from "../../ground/json.ts";
import { expects, type Judgement } from "../../ground/judgement.ts";
import { onceReady } from "../../ground/once-ready.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { stands } from "../shared/perform.ts";

/**
 * The answer to the start of the running simulation, or of a new one. If an earlier simulation is still ending, this
 * waits for its end. The story about the end ends the simulation, or the run does after the last story about
 * simulations.
 */
export const startsOutage = (story: Story): Promise<Exchange> => stands(story, "startOutageSimulation");

/** Regions that a cluster may have besides its own, or that a target does not check. */
export const OTHER_REGIONS: readonly string[] = ["EU_WEST_1", "US_WEST_2"];

/** Starts a simulation without regard to the one that the lane keeps; the target may refuse it. */
export const startsAnother = (story: Story, step: Step): Promise<Exchange> =>
  story.ask("startOutageSimulation", { ...step, send: "again", due: "open" });

/** The same as `startsOutage`; another rule judges whether it can be started. */
export async function started(story: Story): Promise<Exchange> {
  const exchange = await startsOutage(story);
  return wasAccepted(exchange)
    ? exchange
    : story.cannot(`an outage simulation cannot be started (${received(exchange)})`);
}

/** The story's cluster, which may differ from the one whose simulation the generic rules read. */
export const onCluster = (story: Story): Step => ({ path: { clusterName: story.world.fixtures.clusterName ?? "" } });

/** Ends the simulation that the story started, after it has come up; returns the last answer to its end. */
export async function endsOutage(story: Story, step: Step = {}): Promise<Exchange | undefined> {
  if (!story.records.isRunning("startOutageSimulation")) return undefined;
  return onceReady({
    pass: story.pass,
    send: () => story.ask("endOutageSimulation", step),
    look: () => story.ask("getOutageSimulation", onCluster(story)),
    speed: story.speed,
  });
}

/** Whether a state says that a simulation begins or goes on. Targets may have other words for one that is over. */
export const isUnderWay = (state: unknown): boolean =>
  typeof state === "string" && ["START_REQUESTED", "STARTING", "SIMULATING"].includes(state);

/** Ends a simulation that `startsAnother` started on a cluster of the run's own, after it has come up. */
export const endsAnother = (story: Story, step: Step): Promise<Exchange> =>
  onceReady({
    pass: story.pass,
    send: () => story.ask("endOutageSimulation", { ...step, due: "open" }),
    look: () => story.ask("getOutageSimulation", step),
    speed: story.speed,
  });

/** Waits a short time until the story's cluster has no running simulation; returns whether that is so. */
export async function untilOutageIsOver(story: Story, step: Step = onCluster(story)): Promise<boolean> {
  const isOver = (read: Exchange): boolean => {
    const state = answered(read) && wasAccepted(read) ? member(read.response.json, "state") : "COMPLETE";
    // The contract does not list the states, so any other word counts as an end.
    return !/START|SIMULAT|RECOVER|REQUEST|PROGRESS|ING$/i.test(String(state));
  };
  return isOver(await story.untilOver(() => story.ask("getOutageSimulation", step), isOver));
}

/** The filters in the request that started a simulation. */
export function filtersSent(start: Exchange): readonly Fields[] {
  const sent = member(parseJson(start.request.body ?? ""), "outageFilters");
  return Array.isArray(sent) ? sent.map(fieldsOf) : [];
}

/** Whether a simulation shows exactly the filters that its start sent. */
export function showsFilters(start: Exchange, simulation: unknown): Judgement {
  const sent = filtersSent(start);
  const shown = member(simulation, "outageFilters");
  const echoed =
    Array.isArray(shown) && shown.length === sent.length && sent.every((filter, at) => covers(shown[at], filter));
  return expects(echoed, `outageFilters as they were sent: ${quoted(sent)}`, () => quoted(shown));
}

/** Whether a filter has all members that were sent, with their values. */
export function covers(shown: unknown, sent: Fields): boolean {
  return Object.entries(sent).every(([name, value]) => isDeepStrictEqual(member(shown, name), value));
}
