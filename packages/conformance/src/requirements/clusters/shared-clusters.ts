import { type Fields, member } from "../../ground/json.ts";
import type { Context } from "../../rule/requirement.ts";
import { clusterBody, HARDWARE, ZONE } from "../../writes/clusters.ts";
import { sharedName } from "../../writes/shared-name.ts";
import { NEVER_ISSUED } from "../shared/subjects.ts";

/*
 * Nothing removes a cluster again, so each of these states as much as goes together, and rules that are about a part of it look
 * at the same one. Equal bodies are sent once in a run.
 */

type Shared = Pick<Context, "world" | "version">;

const NODES = { analyticsNodes: 1, electableNodes: 5, priority: 7, readOnlyNodes: 2 };
const DAY = 86_400_000;
/** Of a label or a tag. */
const LONGEST_TEXT = "plumbline".padEnd(255, "-");
/** As many characters, and more bytes. */
const LONGEST_WORD = "größe ".padEnd(255, "ß");
/** Characters of the longest name of a cluster. */
export const LONGEST_NAME = 64;
/** Less than a disk has. */
export const SMALL_DISK = 9.5;

/** The body of a cluster with members of some groups, under a name that is the same whenever it is sent. */
export function sharedBody({ world, version }: Shared, what: string, members: Fields, change: Fields = {}): Fields {
  const name = sharedName(world, "createCluster", version, [what, ...Object.keys(members)].join(" "));
  const body = clusterBody(name, { providerSettings: HARDWARE, ...members, ...change });
  return members["name"] === undefined ? body : { ...body, name: name.padEnd(LONGEST_NAME, "x") };
}

/** What a body carries when all groups are sent together. */
export const together = (groups: readonly Fields[]): Fields => Object.assign({}, ...groups);

/** Of a cluster that nothing removes, protection against removal would be one more thing to undo by hand. */
export const currentMembers = (): readonly Fields[] => [
  {
    tags: [
      { key: "by", value: "plumbline" },
      { key: "Straße", value: "東京 1" },
      // Two of one value.
      { key: "for", value: "plumbline" },
      { key: LONGEST_TEXT, value: LONGEST_TEXT },
    ],
  },
  {
    labels: [
      { key: "l", value: "1" },
      { key: "m", value: "1" },
      { key: LONGEST_TEXT, value: LONGEST_WORD },
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
export const olderMembers = (): readonly Fields[] => [
  { name: "the longest" },
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

/** The older members with a disk that is too small: taken as the least there is. */
export const smallDiskBody = (shared: Shared): Fields =>
  sharedBody(shared, "older", together(olderMembers()), { diskSizeGB: SMALL_DISK });

/** Members that a create need not take, or of which it keeps its own value. */
export const READ_ONLY: Fields = { id: NEVER_ISSUED, stateName: "IDLE" };

/** The most memory of the tier, fifty times: the largest disk that it takes; `undefined` where the memory is not known. */
export function largestDisk({ world }: Shared): number | undefined {
  const { tierMemoryGB } = world.fixtures;
  return tierMemoryGB === undefined ? undefined : 50 * Number(tierMemoryGB);
}

/** Bodies with all current members and more, each of which may be refused for what it has more: the most first. */
export function currentBodies(shared: Shared): readonly Fields[] {
  const disk = largestDisk(shared);
  const extras =
    disk === undefined ? [READ_ONLY] : [{ ...READ_ONLY, diskSizeGB: disk }, READ_ONLY, { diskSizeGB: disk }];
  const members = together(currentMembers());
  return extras.map((extra) => sharedBody(shared, `current with ${Object.keys(extra)}`, members, extra));
}

/** What a cluster is as a rule only after a while: whether it can be from its first moment is not given. */
export function laterMembers({ world }: Shared): readonly Fields[] {
  const tomorrow = new Date(world.memory.began + DAY).toISOString().slice(0, 19);
  return [
    { paused: true },
    {
      clusterType: "GEOSHARDED",
      numShards: 1,
      replicationSpecs: ["Zone 1", "Zone 2"].map((zoneName) => ({ ...ZONE, numShards: 1, zoneName })),
    },
    { vendorEmployeeAccessGrant: { grantType: "CLUSTER_DATABASE_LOGS", expirationTime: `${tomorrow}Z` } },
  ];
}

/** The name of the cluster that a body makes. */
export const nameIn = (body: Fields): string => String(member(body, "name"));
