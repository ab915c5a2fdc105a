import type { OperationId } from "@plumbline/schemas";
import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import { member } from "../../ground/json.ts";
import { broken, nothingToAsk, upheld } from "../../ground/judgement.ts";
import { LARGEST_PAGE, ONE_LARGE_PAGE } from "../../ground/largest-page.ts";
import { listIn } from "../../oracles/envelope.ts";
import { credential } from "../../rule/need.ts";
import type { Case, Context } from "../../rule/requirement.ts";

/** By read: the list of its records, the path parameter for their id, and the member with the id. */
const LISTS: Readonly<Partial<Record<OperationId, readonly [OperationId, parameter: string, id: string]>>> = {
  getAlertConfig: ["listAlertConfigs", "alertConfigId", "id"],
  getAlert: ["listAlerts", "alertId", "id"],
  getExportBucket: ["listExportBuckets", "exportBucketId", "_id"],
};

/** Asks for a record of a project on which the main key has no role, under the main key's own project. */
export function ofOthers(context: Context): readonly Case[] {
  const { contract, operation, version, world } = context;
  const known = LISTS[operation.id];
  const groupId = world.fixtures.otherGroupId;
  // Without such a project, the cases with other places have to do.
  if (known === undefined || groupId === undefined || contract.route(known[0], version) === undefined) return [];
  const [list, parameter, idName] = known;
  return [
    asks(
      "a record of a project that is not the main key's",
      2,
      async (ask) => {
        const theirs = await ask({ operation: list, version, path: { groupId }, who: "otherProject" });
        const ids = (listIn(jsonOf(theirs)) ?? []).map((one) => member(one, contract.field(idName)));
        const id = ids.find((one) => typeof one === "string");
        if (typeof id !== "string") return upheld;
        const read = await ask(callOf(context, { path: { [parameter]: id } }));
        return wasAccepted(read) ? broken(`4xx for ${id} of another project`, received(read)) : upheld;
      },
      { needs: [credential("otherProject")] },
    ),
  ];
}

/** Asks for a record of the main key's project under another project, with the key of that one. */
export function underTheirs(context: Context): readonly Case[] {
  const groupId = context.world.fixtures.otherGroupId;
  if (groupId === undefined) return [];
  return [
    asks(
      "the path of a project that is not the main key's, with the key of that project",
      2,
      async (ask) => {
        const own = await ask(callOf(context));
        if (!wasAccepted(own)) return nothingToAsk(`its own read is answered ${received(own)}`);
        // A job that restores into that project may be one of its records too.
        if (member(jsonOf(own), context.contract.field("targetGroupId")) === groupId)
          return nothingToAsk("the known job restores into that project");
        const read = await ask(callOf(context, { path: { groupId }, who: "otherProject", due: "refused" }));
        return wasAccepted(read) ? broken("4xx, as the record belongs to another project", received(read)) : upheld;
      },
      { needs: [credential("otherProject")] },
    ),
  ];
}

/**
 * Reads that address records of different kinds of place alike: the other kind's list, the parameter, and the own list.
 */
const ALIKE: Readonly<
  Partial<Record<OperationId, readonly [theirs: OperationId, parameter: string, own: OperationId]>>
> = {
  getSnapshot: ["listServerlessSnapshots", "snapshotId", "listSnapshots"],
  getServerlessSnapshot: ["listSnapshots", "snapshotId", "listServerlessSnapshots"],
  getRestoreJob: ["listServerlessRestoreJobs", "restoreJobId", "listRestoreJobs"],
  getServerlessRestoreJob: ["listRestoreJobs", "restoreJobId", "listServerlessRestoreJobs"],
};

/** Asks for a record of a cluster as one of a serverless instance, or the reverse. */
export function ofAnotherKind(context: Context): readonly Case[] {
  const known = ALIKE[context.operation.id];
  if (known === undefined) return [];
  const [theirs, parameter, own] = known;
  if ([theirs, own].some((list) => context.contract.route(list, context.version) === undefined)) return [];
  return [
    asks("a record of a place of another kind", 3, async (ask) => {
      const others = await idsIn(ask, context, theirs);
      const ids = await idsIn(ask, context, own);
      // A server may use the same id in both places.
      const id = ids && others?.find((one) => !ids.includes(one));
      if (id === undefined || (ids?.length ?? 0) >= LARGEST_PAGE)
        return nothingToAsk("no record of the other kind is known");
      const read = await ask(callOf(context, { path: { [parameter]: id } }));
      return wasAccepted(read)
        ? broken(`4xx for ${id}, which ${theirs} shows and ${own} does not`, received(read))
        : upheld;
    }),
  ];
}

/** The ids in a list; `undefined` if the read fails. */
async function idsIn(ask: Ask, { contract, version }: Context, operation: OperationId) {
  const listed = await ask({ operation, version, query: ONE_LARGE_PAGE });
  const records = wasAccepted(listed) ? listIn(jsonOf(listed)) : undefined;
  return records?.map((one) => member(one, contract.field("id"))).filter((one) => typeof one === "string");
}
