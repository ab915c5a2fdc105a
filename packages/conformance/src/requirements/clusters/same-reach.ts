import { callOf } from "../../expect/cases.ts";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import type { Call, Who } from "../../ground/call.ts";
import { member } from "../../ground/json.ts";
import { broken, inconclusive, type Judgement, upheld } from "../../ground/judgement.ts";
import { ONE_LARGE_PAGE } from "../../ground/largest-page.ts";
import { listIn } from "../../oracles/envelope.ts";
import { wholeList } from "../../oracles/whole-list.ts";
import type { Context } from "../../rule/requirement.ts";

/** How many projects are compared, those of the target file first. */
const MOST_PROJECTS = 4;

const ONE_PAGE: Partial<Call> = { query: ONE_LARGE_PAGE, send: "again" };

/** The names of the clusters of each project that the list across projects shows to a caller. */
type Across = ReadonlyMap<unknown, readonly unknown[]>;

async function across(ask: Ask, context: Context, who: Who): Promise<Across | undefined> {
  const more: Partial<Call> = { who, send: "again" };
  const projects = await wholeList((page) => ask(callOf(context, { ...more, ...page })), { idName: "groupId" });
  return (
    projects &&
    new Map(
      projects.map((project) => [
        member(project, "groupId"),
        (listIn(member(project, "clusters")) ?? []).map((cluster) => member(cluster, "name")),
      ]),
    )
  );
}

/** The projects whose clusters the main key sees in the list across projects. */
function projectsToCompare(all: Across, { world }: Context): readonly string[] {
  const { groupId, sharedGroupId, oldEngineGroupId } = world.fixtures;
  const named = [groupId, sharedGroupId, oldEngineGroupId].filter((id) => id !== undefined);
  const others = [...all.keys()].filter((id) => typeof id === "string");
  return [...new Set([...named, ...others])].filter((id) => (all.get(id) ?? []).length > 0).slice(0, MOST_PROJECTS);
}

/**
 * Compares which projects the list across projects shows to a caller with the projects whose clusters it may list. Only
 * clusters count that the main key sees in both.
 */
export async function sameReach(ask: Ask, context: Context, who: Who): Promise<Judgement> {
  const all = await across(ask, context, "main");
  const seen = await across(ask, context, who);
  if (all === undefined || seen === undefined) return inconclusive("the list across projects is not to be had");
  if (seen.size === 0) return inconclusive("the list across projects shows the caller nothing");
  let compared = 0;
  for (const groupId of projectsToCompare(all, context)) {
    const list: Call = {
      ...callOf(context, { ...ONE_PAGE, who, path: { groupId } }),
      operation: "listClusters",
    };
    const exchange = await ask(list);
    const isShown = seen.has(groupId);
    if (isShown && wasRefused(exchange))
      return broken(`the clusters of project ${groupId}, which the list across projects shows`, received(exchange));
    const names = (listIn(jsonOf(exchange)) ?? []).map((cluster) => member(cluster, "name"));
    const hidden = (all.get(groupId) ?? []).find((name) => names.includes(name));
    if (!isShown && wasAccepted(exchange) && hidden !== undefined)
      return broken(
        `no clusters of project ${groupId}, which the list across projects hides from the caller`,
        `${names.length} clusters`,
      );
    if (wasAccepted(exchange) || wasRefused(exchange)) compared += 1;
  }
  return compared > 1 ? upheld : inconclusive("the main key sees the clusters of one project only");
}
