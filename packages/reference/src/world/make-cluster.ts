import type { Random } from "../random.ts";
import type { Cluster } from "../records/cluster.ts";
import type { Fields } from "../records/fields.ts";
import type { Project } from "../records/project.ts";
import type { Tier } from "../records/tier.ts";
import { engineVersionOf, honestClusters, tierOf } from "../rules/clusters.ts";
import { fieldsOf, textMember } from "../rules/members.ts";
import { isShared, TIERS } from "../rules/tiers.ts";

const DAY = 24 * 60 * 60 * 1000;

/** The members of a cluster that do not depend on the request for it. */
export interface ClusterIdentity {
  readonly id: string;
  readonly groupId: string;
  readonly created: number;
  readonly name: string;
  /** The label that hosts share, and the last bytes of their addresses. */
  readonly zone: string;
  readonly addresses: readonly number[];
}

/** A cluster with three nodes; `settings` is complete, and `asked` is the request behind it. */
export function clusterOf(
  { id, groupId, created, name, zone, addresses }: ClusterIdentity,
  asked: Fields,
  { settings, diskSizeGB }: { readonly settings: Fields; readonly diskSizeGB?: number },
): Cluster {
  const label = name.toLowerCase();
  const tier = tierOf(asked);
  const provider = fieldsOf(settings["providerSettings"]);
  return {
    id,
    groupId,
    created,
    name,
    tier,
    engineVersion: engineVersionOf(asked),
    replicaSetName: `${label}-shard-0`,
    hosts: addresses.map((address, index) => ({
      name: `${label}-shard-00-0${index}.${zone}.example.net`,
      address: `198.51.100.${address}`,
    })),
    providers: [textMember(provider, "providerName") ?? "PROVIDER_A"],
    diskSizeGB: diskSizeGB ?? TIERS[tier].diskGB,
    settings,
  };
}

/** A cluster created months ago. */
export function makeCluster(
  random: Random,
  id: string,
  project: Project,
  name: string,
  tier: Tier,
  now: number,
  more: Fields = {},
): Cluster {
  const zone = random.hex(5);
  const created = now - random.integer(100, 400) * DAY;
  const addresses = [0, 1, 2].map(() => random.integer(1, 254));
  const asked = { engineMajorVersion: "7.0", ...placed(tier), ...more };
  const settings = honestClusters.settings(asked);
  return clusterOf({ id, groupId: project.id, created, name, zone, addresses }, asked, { settings });
}

/** The region of a cluster of a tier. Shared clusters have their own kind of nodes and no choice of layout. */
function placed(tier: Tier): Fields {
  const regionName = "US_EAST_1";
  const providerSettings = { providerName: "PROVIDER_A", regionName, instanceSizeName: tier };
  const layout = { [regionName]: { analyticsNodes: 0, electableNodes: 3, priority: 7, readOnlyNodes: 0 } };
  if (isShared(tier)) return { providerSettings };
  return {
    providerSettings: { ...providerSettings, encryptEBSVolume: true, volumeType: "STANDARD" },
    replicationSpec: layout,
    replicationSpecs: [{ numShards: 1, regionsConfig: layout, zoneName: "Zone 1" }],
  };
}
