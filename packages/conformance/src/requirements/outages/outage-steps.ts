import type { Exchange } from "@plumbline/client";
import { wasAccepted } from "../../expect/answers.ts";
import type { Step, Story } from "../../kernel/story.ts";
import { isOver } from "../../writes/outages.ts";
import { stands } from "../shared/perform.ts";

/**
 * The start of the simulation that stands, or of a new one; when the one before is still ending, waits for that. It is ended by
 * the story that is about its end, or when the last one about simulations has been told.
 */
export const startsOutage = (story: Story): Promise<Exchange> => stands(story, "startOutageSimulation");

/** The story's cluster, which may be another than the one whose simulation the generic rules read. */
export const onCluster = (story: Story): Step => ({ path: { clusterName: story.world.fixtures.clusterName ?? "" } });

/** Ends the simulation that the story started; one that still starts may refuse its end for a moment. */
export async function endsOutage(story: Story): Promise<void> {
  if (!story.stands("startOutageSimulation")) return;
  await story.settles(
    async () => {
      const ended = await story.ask("endOutageSimulation");
      return wasAccepted(ended) ? ended : story.ask("getOutageSimulation", onCluster(story));
    },
    (last) => isOver(last) || !story.stands("startOutageSimulation"),
  );
}
