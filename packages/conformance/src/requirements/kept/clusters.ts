import { received, wasAccepted } from "../../expect/answers.ts";
import type { Fields } from "../../json.ts";
import type { Story } from "../../kernel/story.ts";
import type { Sent } from "../../memory.ts";
import { saysNoMore } from "../../oracles/says-no-more.ts";
import { broken, upheld } from "../../rule/judgement.ts";
import { type Requirement, type StoryRequirement, story } from "../../rule/requirement.ts";
import { clusterBody, HARDWARE, ZONE } from "../../writes/clusters.ts";
import { createsAsDescribed, freshName } from "../clusters/cluster-steps.ts";
import { looksOn, namesAll, type RoundTrip, sendsInParts, shows } from "../shared/round-trip.ts";
import { NO_STATE, ON_PROJECT } from "../shared/statement-parts.ts";

const NODES = { analyticsNodes: 1, electableNodes: 5, priority: 7, readOnlyNodes: 2 };
const DAY = 86_400_000;
/** Of a label or a tag. */
const LONGEST_TEXT = "plumbline".padEnd(255, "-");

/** Of a cluster that nothing removes, protection against removal would be one more thing to undo by hand. */
const cluster = (): readonly Fields[] => [
  {
    tags: [
      { key: "by", value: "plumbline" },
      { key: "Straße", value: "東京 1" },
      { key: LONGEST_TEXT, value: LONGEST_TEXT },
    ],
  },
  {
    labels: [
      { key: "l", value: "1" },
      { key: LONGEST_TEXT, value: LONGEST_TEXT },
    ],
  },
  { backupEnabled: true, providerBackupEnabled: true },
  { biConnector: { enabled: true, readPreference: "SECONDARY" } },
  { diskSizeGB: 40 },
  { encryptionAtRestProvider: "NONE" },
  { diskWarmingMode: "VISIBLE_EARLIER" },
  { replicaSetScalingStrategy: "SEQUENTIAL" },
  { versionReleaseSystem: "CONTINUOUS" },
  { autoScaling: { compute: { enabled: false, scaleDownEnabled: false }, diskGBEnabled: false } },
  {
    clusterType: "SHARDED",
    configServerManagementMode: "FIXED_TO_DEDICATED",
    numShards: 2,
    replicationSpecs: [{ ...ZONE, numShards: 2, zoneName: "Zone ä" }],
  },
];

/** The same in the members that are older, under the longest name there is, with what a cluster may grow to. */
const olderCluster = (): readonly Fields[] => [
  { name: freshName().padEnd(LONGEST_NAME, "x") },
  { replicationSpecs: undefined, replicationSpec: { US_EAST_1: NODES }, replicationFactor: 5 },
  { providerSettings: { ...HARDWARE, encryptEBSVolume: true }, replicaSetScalingStrategy: "NODE_TYPE" },
  {
    providerSettings: {
      ...HARDWARE,
      encryptEBSVolume: true,
      autoScaling: { compute: { maxInstanceSize: "M20", minInstanceSize: "M10" } },
    },
    autoScaling: { compute: { enabled: true, scaleDownEnabled: true }, diskGBEnabled: true },
  },
];
const LONGEST_NAME = 64;

/** What a cluster is as a rule only after a while: whether it can be from its first moment is not given. */
const laterCluster = (): readonly Fields[] => [
  { paused: true },
  {
    vendorEmployeeAccessGrant: {
      grantType: "CLUSTER_DATABASE_LOGS",
      expirationTime: `${new Date(Date.now() + DAY).toISOString().slice(0, 19)}Z`,
    },
  },
];

const SECTION = "Endpoints > Clusters (version 1.0)";
const rule = (
  particulars: Pick<StoryRequirement, "id" | "level" | "basis" | "text" | "section" | "tell">,
): Requirement =>
  story({
    ...particulars,
    stage: "state",
    risk: "irreversible",
    needs: ON_PROJECT,
    on: createsAsDescribed,
    mock: NO_STATE,
    requests: 20,
  });

const tripOf = (groups: readonly Fields[], more: Pick<RoundTrip, "optional"> = {}): RoundTrip => ({
  operation: "createCluster",
  groups,
  body: (members) => clusterBody(freshName(), { providerSettings: HARDWARE, ...members }),
  ...more,
});

type Trip = readonly [RoundTrip, readonly Sent[]];

/** Clusters stay, so both rules are about the same few. */
async function sendsClusters(story: Story): Promise<readonly Trip[]> {
  const trips = [
    tripOf(cluster()),
    tripOf(olderCluster()),
    tripOf(laterCluster(), { optional: true }),
    // For what a target loses of one over the next; it says nothing to look at.
    tripOf([{}]),
  ];
  const sent: Trip[] = [];
  for (const [turn, trip] of trips.entries())
    sent.push([trip, await story.sendsOnce(`cluster ${turn}`, () => sendsInParts(story, trip))]);
  return sent;
}

const names = ({ members }: Sent): string => Object.keys(members).join(" and ");

export const keptClusters: readonly Requirement[] = [
  rule({
    id: "CLU-KEPT",
    level: "MUST",
    basis: "derived:D6",
    text: "What a cluster was created with is shown by the list of its project.",
    section: SECTION,
    tell: async (story) => {
      const all = await sendsClusters(story);
      // All of them were made before any is looked at.
      for (const [index, [trip, sent]] of all.slice(0, -1).entries()) {
        const judgement = await shows(story, trip, sent);
        if (judgement.kind === "holds") continue;
        for (const [other, others] of all.slice(index + 1)) await looksOn(() => shows(story, other, others, false));
        return namesAll(story, "createCluster", judgement);
      }
      return upheld;
    },
  }),
  rule({
    id: "CLU-TAKES",
    level: "SHOULD",
    basis: "stated",
    text: "A cluster can be created with each member that is not read-only, and with the values that are listed for it.",
    section: "Resources and their fields > Cluster (version 1.0)",
    tell: async (story) => {
      const sent = (await sendsClusters(story)).flatMap(([{ optional }, all]) => (optional ? [] : all));
      if (!sent.some(({ exchange }) => wasAccepted(exchange)))
        return story.cannot("createCluster accepts none of the bodies, so none of its members is to blame");
      // What is refused together may be refused for how its parts go together.
      const refused = sent.find(({ isPart, exchange }) => isPart && !wasAccepted(exchange) && !saysNoMore(exchange));
      return refused === undefined
        ? upheld
        : broken(`2xx for a cluster that differs in ${names(refused)}`, received(refused.exchange));
    },
  }),
];
