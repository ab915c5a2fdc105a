import type { Exchange } from "@plumbline/client";
import { onceReady } from "../../ground/once-ready.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { stands } from "../shared/perform.ts";

/**
 * The start of the simulation that stands, or of a new one; when the one before is still ending, waits for that. It is ended by
 * the story that is about its end, or when the last one about simulations has been told.
 */
export const startsOutage = (story: Story): Promise<Exchange> => stands(story, "startOutageSimulation");

/** The story's cluster, which may be another than the one whose simulation the generic rules read. */
export const onCluster = (story: Story): Step => ({ path: { clusterName: story.world.fixtures.clusterName ?? "" } });

/** Ends the simulation that the story started, once it has come up; returns how its end was answered last. */
export async function endsOutage(story: Story): Promise<Exchange | undefined> {
  if (!story.records.stands("startOutageSimulation")) return undefined;
  return onceReady({
    pass: story.pass,
    send: () => story.ask("endOutageSimulation"),
    look: () => story.ask("getOutageSimulation", onCluster(story)),
    speed: story.speed,
  });
}
