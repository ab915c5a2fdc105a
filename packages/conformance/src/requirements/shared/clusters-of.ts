import type { Exchange } from "@plumbline/client";
import type { Contract } from "@plumbline/schemas";
import { member } from "../../ground/json.ts";
import {
  isOld,
  isOldest,
  isShared,
  type Named,
  SHARED_TIERS,
  tierOf,
  versionsOf,
} from "../../oracles/cluster-traits.ts";
import { wholeList } from "../../oracles/whole-list.ts";

type Step = {
  readonly version: "1.0";
  readonly path: { readonly groupId: string };
  readonly query: Readonly<Record<string, string>>;
};

interface Place {
  readonly contract: Contract;
  readonly groupId: string;
}

/** The clusters of a project; `undefined` if version 1.0, the only one that lists them, does not tell. */
export async function clustersIn(
  { contract, groupId }: Place,
  ask: (step: Step) => Promise<Exchange>,
): Promise<readonly unknown[] | undefined> {
  if (contract.route("listClusters", "1.0") === undefined) return undefined;
  return wholeList((page) => ask({ version: "1.0", path: { groupId }, ...page }));
}

/**
 * Returns why a project from the target file does not match its fixture, judged by its clusters. Returns `undefined` if
 * it matches, or if version 1.0, the only one that lists clusters, does not tell.
 */
export async function isNot(
  fixture: "sharedGroupId" | "oldEngineGroupId",
  { contract, groupId }: Place,
  ask: (step: Step) => Promise<Exchange>,
): Promise<string | undefined> {
  const clusters = await clustersIn({ contract, groupId }, ask);
  if (clusters === undefined) return undefined;
  const fits = FITS[fixture];
  return fits(clusters, (name) => contract.field(name))
    ? undefined
    : `the project of fixtures.${fixture} shows ${fixture === "sharedGroupId" ? "no cluster, or one that is of no shared tier" : "no cluster of an engine older than 5.0"}`;
}

/** Whether a project lists a cluster that states an engine older than 5.0. */
export async function runsOldEngine(
  { contract, groupId }: Place,
  ask: (step: Step) => Promise<Exchange>,
): Promise<boolean> {
  const clusters = (await clustersIn({ contract, groupId }, ask)) ?? [];
  return FITS.oldEngineGroupId(clusters, (name) => contract.field(name));
}

/**
 * The name of a cluster of a project whose engine is too old for search; "none" if each of its clusters states a newer
 * one, and `undefined` if the project does not tell.
 */
export async function tooOldForSearch(
  { contract, groupId }: Place,
  ask: (step: Step) => Promise<Exchange>,
): Promise<{ readonly clusterName: string } | "none" | undefined> {
  const field = (name: string): string => contract.field(name);
  const clusters = (await clustersIn({ contract, groupId }, ask)) ?? [];
  const clusterName = member(
    clusters.find((one) => versionsOf(one, field).length > 0 && isOldest(one, field)),
    "name",
  );
  if (typeof clusterName === "string") return { clusterName };
  return clusters.length > 0 && clusters.every((one) => versionsOf(one, field).length > 0) ? "none" : undefined;
}

/** Whether a project has clusters, and each of them states an engine of version 5.0 or newer. */
export async function runsEngines5(
  { contract, groupId }: Place,
  ask: (step: Step) => Promise<Exchange>,
): Promise<boolean> {
  const clusters = await clustersIn({ contract, groupId }, ask);
  const isNew = (cluster: unknown): boolean =>
    /^([5-9]|\d\d+)\./.test(String(member(cluster, contract.field("engineVersion")) ?? ""));
  return clusters !== undefined && clusters.length > 0 && clusters.every(isNew);
}

/**
 * Returns why a cluster from the target file does not match its fixture. Returns `undefined` if it matches, or if
 * version 1.0 does not tell.
 */
export async function isNoCluster(
  fixture: "sharedClusterName" | "oldestClusterName",
  { contract, groupId, clusterName }: Place & { readonly clusterName: string },
  ask: (step: Step) => Promise<Exchange>,
): Promise<string | undefined> {
  const clusters = await clustersIn({ contract, groupId }, ask);
  if (clusters === undefined) return undefined;
  const cluster = clusters.find((one) => member(one, "name") === clusterName);
  const field = (name: string): string => contract.field(name);
  if (cluster === undefined) return `the project shows no cluster of the name in fixtures.${fixture}`;
  const { fits, lacks } = CLUSTERS[fixture];
  return fits(cluster, field) ? undefined : `the cluster of fixtures.${fixture} shows ${lacks}`;
}

/**
 * The cluster of a project whose engine is just new enough for search indexes; `undefined` if the project shows none.
 */
export async function clusterOfEngine42(
  { contract, groupId }: Place,
  ask: (step: Step) => Promise<Exchange>,
): Promise<string | undefined> {
  const { field } = contract;
  const clusters = await clustersIn({ contract, groupId }, ask);
  const found = clusters?.find((cluster) => {
    const [version] = versionsOf(cluster, field);
    return /^4\.2(\.|$)/.test(version ?? "") && member(cluster, "paused") !== true && !isShared(cluster, field);
  });
  const name = member(found, "name");
  return typeof name === "string" ? name : undefined;
}

/** One cluster for each shared tier that a project lists, by tier. */
export async function clustersOfSharedTiers(
  { contract, groupId }: Place,
  ask: (step: Step) => Promise<Exchange>,
): Promise<ReadonlyMap<string, string>> {
  const { field } = contract;
  const found = new Map<string, string>();
  for (const cluster of (await clustersIn({ contract, groupId }, ask)) ?? []) {
    const [tier, name] = [tierOf(cluster, field), member(cluster, "name")];
    if (SHARED_TIERS.includes(tier) && typeof name === "string") found.set(String(tier), name);
  }
  return found;
}

const CLUSTERS = {
  sharedClusterName: { fits: isShared, lacks: "no shared tier" },
  oldestClusterName: { fits: isOldest, lacks: "an engine that is not older than 4.2" },
} as const;

const FITS = {
  sharedGroupId: (clusters: readonly unknown[], field: Named) =>
    clusters.length > 0 && clusters.every((cluster) => isShared(cluster, field)),
  oldEngineGroupId: (clusters: readonly unknown[], field: Named) => clusters.some((cluster) => isOld(cluster, field)),
} as const;
