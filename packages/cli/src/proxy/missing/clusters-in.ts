import { parseJson } from "@plumbline/client";
import { fieldsOf, member, type Recognised } from "@plumbline/conformance";
import type { Taken } from "../taken.ts";
import { readTaken } from "./read-taken.ts";

/** The clusters that a target has created or listed, for the reference, which does not know them yet. */
export async function clustersIn({ operation }: Recognised, taken: Taken): Promise<readonly unknown[]> {
  if (operation !== "createCluster" && operation !== "listClusters") return [];
  const recorded = await readTaken(taken);
  if (recorded.kind !== "whole") return [];
  const { request, response } = recorded.exchange;
  if (operation === "createCluster") return [parseJson(request.body ?? "")];
  const json = "status" in response ? response.json : undefined;
  return Object.values(fieldsOf(member(json, "results") ?? member(member(json, "content"), "results")));
}
