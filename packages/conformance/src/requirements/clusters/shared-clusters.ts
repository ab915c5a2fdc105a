import { type Fields, member } from "../../ground/json.ts";
import type { Context } from "../../rule/requirement.ts";
import { clusterBody, HARDWARE, ZONE } from "../../writes/clusters.ts";
import { sharedName } from "../../writes/shared-name.ts";
import { NEVER_ISSUED } from "../shared/subjects.ts";

/*
 * Nothing removes a cluster, so each of these bodies has as many members as fit together, and several rules judge the
 * same cluster. The run sends equal bodies only once.
 */

type Shared = Pick<Context, "world" | "version">;

const NODES = { analyticsNodes: 1, electableNodes: 5, priority: 7, readOnlyNodes: 2 };
const DAY = 86_400_000;
/** The longest text of a label or a tag. */
const LONGEST_TEXT = "plumbline".padEnd(255, "-");
/** A text of the same length that has more bytes than characters. */
const LONGEST_WORD = "größe ".padEnd(255, "ß");
/** The length of the longest cluster name, in characters. */
export const LONGEST_NAME = 64;
/** Below the smallest size of a disk. */
export const SMALL_DISK = 9.5;

/** The body of a cluster with the members of some groups, under a name that is the same each time. */
export function sharedBody({ world, version }: Shared, what: string, members: Fields, change: Fields = {}): Fields {
  const name = sharedName(world, "createCluster", version, [what, ...Object.keys(members)].join(" "));
  const body = clusterBody(name, { providerSettings: HARDWARE, ...members, ...change });
  return members["name"] === undefined ? body : { ...body, name: name.padEnd(LONGEST_NAME, "x") };
}

/** The members of all groups in one body. */
export const together = (groups: readonly Fields[]): Fields => Object.assign({}, ...groups);

/**
 * Groups of current members. None protects the cluster against removal, because users may have to delete it by hand.
 */
export const currentMembers = (): readonly Fields[] => [
  {
    tags: [
      { key: "by", value: "plumbline" },
      { key: "Straße", value: "東京 1" },
      // Two tags with the same value.
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

/** Groups of older members for the same settings, with the longest name and the limits of automatic scaling. */
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

/** The older members with a disk that is too small: the target must use the smallest size. */
export const smallDiskBody = (shared: Shared): Fields =>
  sharedBody(shared, "older", together(olderMembers()), { diskSizeGB: SMALL_DISK });

/** Members that a create may refuse or replace by its own value. */
export const READ_ONLY: Fields = { id: NEVER_ISSUED, stateName: "IDLE" };

/** The largest disk of the tier, fifty times its memory; `undefined` if the memory is not known. */
export function largestDisk({ world }: Shared): number | undefined {
  const { tierMemoryGB } = world.fixtures;
  return tierMemoryGB === undefined ? undefined : 50 * Number(tierMemoryGB);
}

/** Bodies with all current members and extras that the target may refuse; the body with the most extras comes first. */
export function currentBodies(shared: Shared): readonly Fields[] {
  const disk = largestDisk(shared);
  const extras =
    disk === undefined ? [READ_ONLY] : [{ ...READ_ONLY, diskSizeGB: disk }, READ_ONLY, { diskSizeGB: disk }];
  const members = together(currentMembers());
  return extras.map((extra) => sharedBody(shared, `current with ${Object.keys(extra)}`, members, extra));
}

/**
 * Members that usually come later in the life of a cluster: the description does not say whether a create may have
 * them.
 */
export function laterMembers({ world }: Shared): readonly Fields[] {
  const tomorrow = new Date(world.memory.began + DAY).toISOString().slice(0, 19);
  return [
    { paused: true },
    { diskSizeGB: 40.5 },
    {
      // Without numShards: a service may count the shards of all zones.
      clusterType: "GEOSHARDED",
      replicationSpecs: ["Zone 1", "Zone 2"].map((zoneName) => ({ ...ZONE, numShards: 1, zoneName })),
    },
    { vendorEmployeeAccessGrant: { grantType: "CLUSTER_DATABASE_LOGS", expirationTime: `${tomorrow}Z` } },
  ];
}

/** The name of the cluster that a body creates. */
export const nameIn = (body: Fields): string => String(member(body, "name"));
