import { LIMITS } from "@plumbline/schemas";
import type { Fields } from "../ground/json.ts";
import { shortName } from "../ground/short-name.ts";
import { createsAsDescribed } from "../requirements/clusters/cluster-steps.ts";
import { ON_PROJECT } from "../requirements/shared/statement-parts.ts";
import { clusterBody, HARDWARE, ZONE } from "../writes/clusters.ts";
import type { Draw } from "./draw.ts";
import type { DrawnRule } from "./drawn-rule.ts";

const LONGEST_WORD = 60;
const MOST_TAGS = 4;
/** Gigabytes: the smallest dedicated tier allows more than `most`, and the server raises `less` to the minimum. */
const DISK = { most: 64, less: LIMITS.diskSizeGB.least - 1 } as const;
/** A cluster has one shard by default, so draws begin with two. */
const SHARDS = { least: 2, most: 3 } as const;

const pairs = (draw: Draw): readonly Fields[] =>
  Array.from({ length: draw.integer(1, MOST_TAGS) }, (_none, index) => ({
    key: `key${index} ${draw.prose(LONGEST_WORD)}`,
    value: draw.prose(LONGEST_WORD),
  }));

/** Members in their listed form. The description does not say which go together, so each has its own group. */
function clusterGroups(draw: Draw): readonly Fields[] {
  const numShards = draw.integer(SHARDS.least, SHARDS.most);
  return [
    { diskSizeGB: draw.oneOf([draw.integer(1, DISK.less), draw.integer(1, DISK.most)]) },
    { paused: true },
    { tags: pairs(draw) },
    { labels: pairs(draw) },
    { biConnector: { enabled: true, readPreference: draw.oneOf(["PRIMARY", "SECONDARY", "NEAREST"]) } },
    { diskWarmingMode: draw.oneOf(["VISIBLE_EARLIER", "FULLY_WARMED"]) },
    { replicaSetScalingStrategy: draw.oneOf(["SEQUENTIAL", "WORKLOAD_TYPE", "NODE_TYPE"]) },
    { versionReleaseSystem: draw.oneOf(["CONTINUOUS", "LTS"]) },
    {
      clusterType: "SHARDED",
      numShards,
      replicationSpecs: [{ ...ZONE, numShards, zoneName: `Zone ${draw.prose(LONGEST_WORD)}` }],
    },
  ];
}

/** Members that a target sets itself: a body may not be able to state them, but the shown values have a form. */
const OWN_CHOICE = ["configServerType", "engineVersion", "featureCompatibilityVersion"] as const;

function asServed(sent: Fields): Fields {
  const others = Object.entries(sent).filter(([name]) => !OWN_CHOICE.some((own) => own === name));
  return Object.fromEntries(
    others.map(([name, value]) => [
      name,
      name === "diskSizeGB" ? Math.max(Number(value), LIMITS.diskSizeGB.least) : value,
    ]),
  );
}

/** Drawn clusters; each stays for good, so they need the permission for irreversible requests. */
export const drawnClusters: readonly DrawnRule[] = [
  {
    of: "a cluster",
    suffix: "-CLUSTERS",
    risk: "irreversible",
    lane: "cluster",
    needs: ON_PROJECT,
    on: createsAsDescribed,
    prepare: async () => async (draw) => ({
      operation: "createCluster",
      groups: [
        ...clusterGroups(draw),
        ...OWN_CHOICE.map((name) => ({ [name]: draw.oneOf([draw.prose(LONGEST_WORD), draw.anything()]) })),
      ],
      body: (members) => clusterBody(shortName(), { providerSettings: HARDWARE, ...members }),
      shownAs: asServed,
    }),
  },
];
