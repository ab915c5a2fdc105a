import { without } from "../ground/fields.ts";
import { type Fields, member } from "../ground/json.ts";
import { listIn } from "../oracles/envelope.ts";
import type { BodyParts, WriteTable } from "./write.ts";

const REGION = "US_EAST_1";
const NODES = { analyticsNodes: 0, electableNodes: 3, priority: 7, readOnlyNodes: 0 };

/** The smallest dedicated tier, in one region of the first provider. */
export const HARDWARE = { providerName: "PROVIDER_A", instanceSizeName: "M10", regionName: REGION };
/** One zone with one shard and three electable nodes in the region of `HARDWARE`. */
export const ZONE = { numShards: 1, zoneName: "Zone 1", regionsConfig: { [REGION]: NODES } };
/** The body of an access role at the first provider, whose roles have a `roleId`. */
export const ROLE: Fields = { providerName: "PROVIDER_A" };

/** The body of a small cluster. `change` replaces members and removes those that are undefined. */
export const clusterBody = (name: string, change: Fields = {}): Fields =>
  without({
    name,
    clusterType: "REPLICASET",
    diskSizeGB: 10,
    providerSettings: HARDWARE,
    replicationSpecs: [ZONE],
    ...change,
  });

/** The members that turn the body into a cluster of a shared tier, whose size cannot be chosen. */
export const SHARED_TIER: Fields = {
  providerSettings: { ...HARDWARE, instanceSizeName: "M2" },
  replicationSpecs: undefined,
  diskSizeGB: undefined,
};

/** The same cluster in the form that public material shows for version 2, if a target also serves the create there. */
function multiCloudBody(name: string): Fields {
  const { providerName, instanceSizeName: instanceSize, regionName } = HARDWARE;
  const region = { providerName, regionName, priority: 7, electableSpecs: { instanceSize, nodeCount: 3 } };
  return { name, clusterType: "REPLICASET", replicationSpecs: [{ zoneName: "Zone 1", regionConfigs: [region] }] };
}

/** The creates of clusters and of access roles. No operation removes either. */
export const clusterWrites = {
  createCluster: {
    kind: "cluster",
    lane: "cluster",
    body: ({ version, name }: BodyParts) => (version === "2" ? multiCloudBody : clusterBody)(name),
    carries: ({ version, name }: BodyParts) =>
      version === "2" ? multiCloudBody(name) : clusterBody(name, SHARED_TIER),
    effect: {
      kind: "makes",
      id: "name",
      list: "listClusters",
      parameter: "clusterName",
      stays: "no operation removes a cluster",
    },
  },
  createCloudAccessRole: {
    kind: "access role",
    lane: "accessRole",
    body: () => ROLE,
    effect: {
      kind: "makes",
      id: "roleId",
      list: "listCloudAccessRoles",
      records: (json, contract) => listIn(member(json, contract.field("providerAIamRoles"))) ?? [],
      parameter: "roleId",
      stays: "no operation removes an access role",
    },
  },
} as const satisfies Partial<WriteTable>;
