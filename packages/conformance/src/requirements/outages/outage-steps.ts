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
 * The start of the simulation that stands, or of a new one; when the one before is still ending, waits for that. It is ended by
 * the story that is about its end, or when the last one about simulations has been told.
 */
export const startsOutage = (story: Story): Promise<Exchange> => stands(story, "startOutageSimulation");

/** The same; that it can be started is another rule's business. */
export async function started(story: Story): Promise<Exchange> {
  const exchange = await startsOutage(story);
  return wasAccepted(exchange)
    ? exchange
    : story.cannot(`an outage simulation cannot be started (${received(exchange)})`);
}

/** The story's cluster, which may be another than the one whose simulation the generic rules read. */
export const onCluster = (story: Story): Step => ({ path: { clusterName: story.world.fixtures.clusterName ?? "" } });

/** Ends the simulation that the story started, once it has come up; returns how its end was answered last. */
export async function endsOutage(story: Story, step: Step = {}): Promise<Exchange | undefined> {
  if (!story.records.stands("startOutageSimulation")) return undefined;
  return onceReady({
    pass: story.pass,
    send: () => story.ask("endOutageSimulation", step),
    look: () => story.ask("getOutageSimulation", onCluster(story)),
    speed: story.speed,
  });
}

/** Waits until no simulation of the story's cluster is under way, and not for long; whether that is so in the end. */
export async function untilOutageIsOver(story: Story, step: Step = onCluster(story)): Promise<boolean> {
  const isOver = (read: Exchange): boolean => {
    const state = answered(read) && wasAccepted(read) ? member(read.response.json, "state") : "COMPLETE";
    // Other words than these are taken for an end: which states there are is not given.
    return !/START|SIMULAT|RECOVER|REQUEST|PROGRESS|ING$/i.test(String(state));
  };
  return isOver(await story.untilOver(() => story.ask("getOutageSimulation", step), isOver));
}

/** The filters that a simulation was started with. */
export function filtersSent(start: Exchange): readonly Fields[] {
  const sent = member(parseJson(start.request.body ?? ""), "outageFilters");
  return Array.isArray(sent) ? sent.map(fieldsOf) : [];
}

/** Whether a simulation shows the filters that its start was sent with, and no others. */
export function showsFilters(start: Exchange, simulation: unknown): Judgement {
  const sent = filtersSent(start);
  const shown = member(simulation, "outageFilters");
  const echoed =
    Array.isArray(shown) && shown.length === sent.length && sent.every((filter, at) => covers(shown[at], filter));
  return expects(echoed, `outageFilters as they were sent: ${quoted(sent)}`, () => quoted(shown));
}

function covers(shown: unknown, sent: Fields): boolean {
  return Object.entries(sent).every(([name, value]) => isDeepStrictEqual(member(shown, name), value));
}
