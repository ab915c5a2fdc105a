import { answered } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { accepted, jsonOf, wasAccepted, wasRefused } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import type { Call } from "../../ground/call.ts";
import type { Path } from "../../ground/fields.ts";
import { member } from "../../ground/json.ts";
import { type Judgement, notApplicable, upheld } from "../../ground/judgement.ts";
import { servesEverything } from "../../oracles/cluster-traits.ts";
import { listIn } from "../../oracles/envelope.ts";
import { wholeList } from "../../oracles/whole-list.ts";
import type { Case, Context } from "../../rule/requirement.ts";
import { fixturesFor } from "../../target/fixtures-for.ts";

/*
 * A list accepts its path parameters even if the addressed place has no records. Only a request shows which place is
 * empty, so the check asks a few. It finds none if only the known place exists.
 */

/** The most places to ask, besides the known one. */
const MOST_PLACES = 2;

/** A project or a cluster, as the path of a list names it. */
interface Place {
  readonly name: string;
  readonly path: Path;
  /** Whether another read shows that the place exists and that the main key may read it. */
  readonly stands: () => Promise<boolean>;
}
type Find = (context: Context, ask: Ask) => Promise<readonly Place[]>;

/** Projects from the target file; a key that may read their settings may also read their lists. */
const projects: Find = async (context, ask) => {
  const { groupId: own, sharedGroupId, oldEngineGroupId } = context.world.fixtures;
  const known = [sharedGroupId, oldEngineGroupId].flatMap((id) => (id === undefined || id === own ? [] : [id]));
  if (context.contract.route("getCustomDns", context.version) === undefined) return [];
  return [...new Set(known)].map((groupId) => ({
    name: `project ${groupId}`,
    path: { groupId },
    stands: async () =>
      wasAccepted(await ask({ ...callOf(context, { path: { groupId } }), operation: "getCustomDns" })),
  }));
};

/** Clusters of the known project that are as capable as the known one may be. Only version 1.0 lists them. */
const clusters: Find = async ({ contract, operation, world }, ask) => {
  if (contract.route("listClusters", "1.0") === undefined) return [];
  const isSharded = (cluster: unknown): boolean => /SHARDED$/.test(String(member(cluster, "clusterType")));
  const namesNow = async (again: boolean): Promise<readonly string[]> => {
    const call: Call = { operation: "listClusters", version: "1.0", ...(again && { send: "again" }) };
    const all = await wholeList((page) => ask({ ...call, ...page }));
    return (all ?? [])
      .filter((cluster) => servesEverything(cluster, contract))
      .filter((cluster) => operation.id !== "listShardedSnapshots" || isSharded(cluster))
      .map((cluster) => String(member(cluster, "name")));
  };
  const names = (await namesNow(false)).filter((name) => name !== fixturesFor(world, operation.id).clusterName);
  return names.map((clusterName) => ({
    name: `cluster ${clusterName}`,
    path: { clusterName },
    stands: async () => (await namesNow(true)).includes(clusterName),
  }));
};

const configurations: Find = async (context, ask) => {
  const { contract, version } = context;
  const reads = ["listAlertConfigs", "getAlertConfig"] as const;
  if (reads.some((operation) => contract.route(operation, version) === undefined)) return [];
  const list = listIn(jsonOf(await ask({ ...callOf(context), operation: "listAlertConfigs" }))) ?? [];
  const ids = list
    .map((config) => member(config, "id"))
    .filter((id) => typeof id === "string" && id !== context.world.fixtures.alertConfigId);
  return ids.map(String).map((alertConfigId) => ({
    name: `configuration ${alertConfigId}`,
    path: { alertConfigId },
    stands: async () =>
      wasAccepted(
        await ask({ ...callOf(context, { path: { alertConfigId }, send: "again" }), operation: "getAlertConfig" }),
      ),
  }));
};

interface Listing {
  readonly find: Find;
  /**
   * Whether the list may need more, for example backups or another role. The contract does not say, so a refusal
   * decides nothing.
   */
  readonly mayRefuse?: true;
}

const LISTINGS: Readonly<Partial<Record<OperationId, Listing>>> = {
  listAlertConfigs: { find: projects },
  listAlerts: { find: projects },
  listExportBuckets: { find: projects, mayRefuse: true },
  listCloudAccessRoles: { find: projects, mayRefuse: true },
  listOpenAlertsOfConfig: { find: configurations },
  listCustomAnalyzers: { find: clusters },
  listExportJobs: { find: clusters, mayRefuse: true },
  listRestoreJobs: { find: clusters, mayRefuse: true },
  listSnapshots: { find: clusters, mayRefuse: true },
  listShardedSnapshots: { find: clusters, mayRefuse: true },
};

/** Lists other places than the known one, which may be empty. */
export function otherPlaces(context: Context): readonly Case[] {
  const listing = LISTINGS[context.operation.id];
  if (listing === undefined) return [];
  return [
    asks(
      "another place, which may have none",
      2 + 2 * MOST_PLACES,
      async (ask) => {
        const places = (await listing.find(context, ask)).slice(-MOST_PLACES);
        for (const place of places) {
          const judgement = await answers(context, ask, place, listing);
          if (judgement !== undefined) return judgement;
        }
        return notApplicable("no other place is known whose list has to be answered");
      },
      { mock: "its lists are examples, whatever place they are asked for" },
    ),
  ];
}

/** Judges the list of a place; `undefined` if it decides nothing and another place may. */
async function answers(
  context: Context,
  ask: Ask,
  place: Place,
  { mayRefuse }: Listing,
): Promise<Judgement | undefined> {
  const exchange = await ask(callOf(context, { path: place.path }));
  if (wasAccepted(exchange)) return listIn(jsonOf(exchange))?.length === 0 ? upheld : undefined;
  const status = answered(exchange) ? exchange.response.status : 0;
  if (wasRefused(exchange) && (mayRefuse || [401, 403].includes(status) || !(await place.stands()))) return undefined;
  return accepted(exchange, `the list of ${place.name}, which is there`);
}
