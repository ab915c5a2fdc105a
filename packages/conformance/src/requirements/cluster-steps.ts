import type { Exchange } from "@plumbline/client";
import type { OperationId, RouteVersion } from "@plumbline/schemas";
import { member } from "../expect/answers.ts";
import type { Story } from "../kernel/story.ts";
import { wholeList } from "../oracles/whole-list.ts";
import type { Context, Subject } from "../requirement.ts";
import type { World } from "../target/world.ts";
import type { Twin } from "./shared-twin.ts";
import { is } from "./subjects.ts";

export type Fields = Readonly<Record<string, unknown>>;
type Step = NonNullable<Parameters<Story["ask"]>[1]>;
type Way = (told: Story, step: Step) => Promise<Exchange>;
type List = Parameters<typeof wholeList>[0];

const creates = is("createCluster");

/** Create with a body whose form is known: the description shows that of version 1.0, which other versions need not take. */
export const createsAsDescribed = (subject: Subject): boolean => subject.version === "1.0" && creates(subject);

const REGION = "US_EAST_1";
const NODES = { analyticsNodes: 0, electableNodes: 3, priority: 7, readOnlyNodes: 0 };

/** The smallest dedicated tier, in one region of the first provider. */
export const HARDWARE = { providerName: "PROVIDER_A", instanceSizeName: "M10", regionName: REGION };
export const ZONE = { numShards: 1, zoneName: "Zone 1", regionsConfig: { [REGION]: NODES } };

const began = Date.now().toString(36);
let drawn = 0;

/** A name that no cluster has: no listed operation removes a cluster, so each run brings names of its own. */
export function freshName(): string {
  drawn += 1;
  return `plumbline-${began}-${drawn}`;
}

/** The body of a small cluster; `change` replaces members, and leaves out those that are undefined. */
export function clusterBody(name: string, change: Fields = {}): Fields {
  const body = {
    name,
    clusterType: "REPLICASET",
    diskSizeGB: 10,
    providerSettings: HARDWARE,
    replicationSpecs: [ZONE],
  };
  return Object.fromEntries(Object.entries({ ...body, ...change }).filter(([, value]) => value !== undefined));
}

/** The same cluster where a target also has create in version 2, as public material shows it. */
const multiCloudBody = (name: string): Fields => {
  const { providerName, instanceSizeName: instanceSize, regionName } = HARDWARE;
  const region = { providerName, regionName, priority: 7, electableSpecs: { instanceSize, nodeCount: 3 } };
  return { name, clusterType: "REPLICASET", replicationSpecs: [{ zoneName: "Zone 1", regionConfigs: [region] }] };
};

const twins = new WeakMap<World, Map<RouteVersion, string>>();

/** The name of the one cluster of a run beside which bodies are refused. */
export function twinName({ world, version }: Pick<Context, "world" | "version">): string {
  const names = twins.get(world) ?? new Map<RouteVersion, string>();
  twins.set(world, names);
  const name = names.get(version) ?? freshName();
  names.set(version, name);
  return name;
}

/** One small cluster for all refusals of a version: clusters cost money and stay. */
export const clusterTwin: Twin = { body: (context) => clusterBody(twinName(context)) };

/** Waits in milliseconds between looks at a list that may lag behind a create. */
const LOOKS = [0, 100, 400, 1_500];

/** A cluster as the list of its project shows it; `undefined` when it is not there, or when the pages do not add up. */
export async function listedCluster(list: List, name: string): Promise<unknown> {
  for (const wait of LOOKS) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const found = (await wholeList(list))?.find((cluster) => member(cluster, "name") === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Creates a cluster that another rule is about, and returns it as the list shows it. */
export async function madeCluster(told: Story, change: Fields = {}): Promise<unknown> {
  const name = freshName();
  await told.prepares("createCluster", { body: clusterBody(name, change) }, "creating a cluster");
  return listedIn(told, name);
}

/** The cluster as the list shows it; a list that never does is the business of other rules. */
export async function listedIn(told: Story, name: string): Promise<unknown> {
  const found = await listedCluster((page) => told.ask("listClusters", page), name);
  return found ?? told.cannot("the created cluster does not appear in the list of its project");
}

/** How a cluster is created once, validly. It stays: nothing listed removes it. */
export const clusterWays: Readonly<Partial<Record<OperationId, Way>>> = {
  createCluster: (told, step) => {
    const bodyOf = told.subject.version === "2" ? multiCloudBody : clusterBody;
    return told.ask("createCluster", { body: bodyOf(freshName()), ...step });
  },
};
