import { member } from "../../ground/json.ts";
import type { Subject } from "../../ground/subject.ts";
import type { Story } from "../../kernel/story.ts";
import { wholeList } from "../../oracles/whole-list.ts";
import type { Context } from "../../rule/requirement.ts";
import { clusterBody } from "../../writes/clusters.ts";
import { sharedName } from "../../writes/shared-name.ts";
import { is } from "../shared/subjects.ts";
import type { Twin } from "../shared/twin.ts";

type List = Parameters<typeof wholeList>[0];

const creates = is("createCluster");

/**
 * Whether the check creates a cluster with a body of known form: the description has only that of version 1.0, which
 * other versions may refuse.
 */
export const createsAsDescribed = (subject: Subject): boolean => subject.version === "1.0" && creates(subject);

/** The name of the one cluster in a run that is the positive control for refused bodies. */
export const twinName = ({ world, version }: Pick<Context, "world" | "version">): string =>
  sharedName(world, "createCluster", version);

/** The positive control: one small cluster for all refusals of a version, because clusters cost money and stay. */
export const clusterTwin: Twin = { body: (context) => clusterBody(twinName(context)) };

/** Waits in milliseconds between looks at a list that may lag behind a create. */
const LOOKS = [0, 100, 400, 1_500];

/** A cluster in the list of its project; `undefined` if the list lacks it, or if its pages do not add up. */
export async function listedCluster(list: List, name: string): Promise<unknown> {
  for (const wait of LOOKS) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const found = (await wholeList(list))?.find((cluster) => member(cluster, "name") === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The cluster in the list of its project; other rules judge a list that never shows it. */
export async function listedIn(story: Story, name: string): Promise<unknown> {
  const found = await listedCluster((page) => story.ask("listClusters", page), name);
  return found ?? story.cannot("the created cluster does not appear in the list of its project");
}
