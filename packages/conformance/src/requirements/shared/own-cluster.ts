import { HandsOffError } from "../../custody/hands-off-error.ts";
import { wasAccepted } from "../../ground/answers.ts";
import type { Story } from "../../kernel/story.ts";
import { clusterBody } from "../../writes/clusters.ts";
import { sharedName } from "../../writes/shared-name.ts";
import { currentBodies, nameIn } from "../clusters/shared-clusters.ts";

/** Whether the run created the known cluster, so that no cleanup restores its settings. */
export function isOwnCluster({ records, world }: Story): boolean {
  const { clusterName = "", groupId = "" } = world.fixtures;
  return records.isThere([clusterName], { groupId });
}

/** The cluster that the run creates for several rules, next to the known one; `undefined` if it cannot create one. */
export async function ownCluster(story: Story): Promise<string | undefined> {
  const version = "1.0";
  if (!story.addresses.servedIn("createCluster").includes(version)) return undefined;
  const plain = sharedName(story.world, "createCluster", version);
  const { clusterName, groupId = "" } = story.world.fixtures;
  // In a project without clusters, the plain cluster is the known one.
  const [other = {}] = currentBodies({ world: story.world, version });
  const body = plain === clusterName ? other : clusterBody(plain);
  const name = nameIn(body);
  if (story.records.isThere([name], { groupId })) return name;
  try {
    return wasAccepted(await story.ask("createCluster", { version, body })) ? name : undefined;
  } catch (error) {
    // This rule also works without a cluster that the run may not create.
    if (!(error instanceof HandsOffError)) throw error;
    return undefined;
  }
}
