import type { OperationId } from "@plumbline/schemas";
import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, upheld } from "../../ground/judgement.ts";
import { listIn } from "../../oracles/envelope.ts";
import { credential } from "../../rule/need.ts";
import type { Case, Context } from "../../rule/requirement.ts";

/** What lists the records that a read addresses, the parameter that takes their id, and the member that holds it. */
const LISTS: Readonly<Partial<Record<OperationId, readonly [OperationId, parameter: string, id: string]>>> = {
  getAlertConfig: ["listAlertConfigs", "alertConfigId", "id"],
  getAlert: ["listAlerts", "alertId", "id"],
  getExportBucket: ["listExportBuckets", "exportBucketId", "_id"],
};

/** A record of a project that the main key has no role in, asked for below the main key's own project. */
export function ofOthers(context: Context): readonly Case[] {
  const { contract, operation, version, world } = context;
  const known = LISTS[operation.id];
  const groupId = world.fixtures.otherGroupId;
  // Without one the other places have to do.
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
