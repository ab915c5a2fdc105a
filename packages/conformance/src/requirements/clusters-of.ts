import type { Exchange } from "@plumbline/client";
import type { Contract } from "@plumbline/schemas";
import { member } from "../expect/answers.ts";
import { wholeList } from "../oracles/whole-list.ts";

type Step = {
  readonly version: "1.0";
  readonly path: { readonly groupId: string };
  readonly query: Readonly<Record<string, string>>;
};

/**
 * Why a project that the target file names is not what its name says, going by the clusters that it shows; `undefined`
 * when it is, or where version 1.0, which alone lists clusters, does not tell.
 */
export async function isNot(
  fixture: "sharedGroupId" | "oldEngineGroupId",
  { contract, groupId }: { readonly contract: Contract; readonly groupId: string },
  ask: (step: Step) => Promise<Exchange>,
): Promise<string | undefined> {
  if (contract.route("listClusters", "1.0") === undefined) return undefined;
  const clusters = await wholeList((page) => ask({ version: "1.0", path: { groupId }, ...page }));
  if (clusters === undefined) return undefined;
  const fits = FITS[fixture];
  return fits(clusters, (name) => contract.field(name))
    ? undefined
    : `the project of fixtures.${fixture} shows ${fixture === "sharedGroupId" ? "no cluster, or one that is of no shared tier" : "no cluster of an engine older than 5.0"}`;
}

type Named = (name: string) => string;

const SHARED_TIERS: readonly unknown[] = ["M0", "M2", "M5"];

const isShared = (cluster: unknown, field: Named): boolean =>
  SHARED_TIERS.includes(member(member(cluster, field("providerSettings")), field("instanceSizeName")));

const isOld = (cluster: unknown, field: Named): boolean =>
  ["engineVersion", "engineMajorVersion"].some((name) => /^[0-4]\./.test(String(member(cluster, field(name)))));

const FITS = {
  sharedGroupId: (clusters: readonly unknown[], field: Named) =>
    clusters.length > 0 && clusters.every((cluster) => isShared(cluster, field)),
  oldEngineGroupId: (clusters: readonly unknown[], field: Named) => clusters.some((cluster) => isOld(cluster, field)),
} as const;
