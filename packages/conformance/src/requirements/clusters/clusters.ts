import type { Fields } from "../../ground/json.ts";
import { freshName } from "../../ground/mark.ts";
import type { Requirement } from "../../rule/requirement.ts";
import { HARDWARE, ZONE } from "../../writes/clusters.ts";
import { clusterCreation } from "./creation.ts";
import { clusterLists } from "./lists.ts";
import { memberRule } from "./member-rule.ts";

const RESOURCE = "Resources and their fields > Cluster (version 1.0)";
const LONG = "x".repeat(256);

const UNKNOWN = "PLUMBLINE_NO_SUCH_VALUE";

/** For each member with a closed set of values, a value outside the set. */
const OPENED: Fields = {
  clusterType: UNKNOWN,
  configServerManagementMode: UNKNOWN,
  diskWarmingMode: UNKNOWN,
  encryptionAtRestProvider: UNKNOWN,
  replicaSetScalingStrategy: UNKNOWN,
  replicationFactor: 4,
  rootCertType: UNKNOWN,
  versionReleaseSystem: UNKNOWN,
};

/** Objects and lists in which a value has another type. */
const MISFORMED: Fields = {
  autoScaling: { compute: { enabled: "plumbline" } },
  biConnector: { enabled: "plumbline" },
  providerSettings: { ...HARDWARE, encryptEBSVolume: "plumbline" },
  replicationSpec: { US_EAST_1: { electableNodes: "3" } },
  replicationSpecs: [{ ...ZONE, regionsConfig: [] }],
  vendorEmployeeAccessGrant: { expirationTime: "soon", grantType: "CLUSTER_DATABASE_LOGS" },
};

const PAIR = { key: "plumbline", value: "plumbline" };
const EMPTY_KEY = [{ key: "", value: "plumbline" }];

/**
 * A rule about a member with a closed set of values: a create refuses another value, and the list shows the stated
 * default.
 */
const closed = (
  member: string,
  text: string,
  more: { initial?: unknown; wrong?: unknown; mildDefaults?: boolean } = {},
): Requirement => {
  const wrong = more.wrong ?? UNKNOWN;
  return memberRule({
    id: `CLU-ENUM-${member.toUpperCase()}`,
    level: "MUST",
    basis: "stated",
    text,
    section: RESOURCE,
    members: [member],
    faults: { [`${member} ${JSON.stringify(wrong)}`]: { [member]: wrong } },
    alike: OPENED,
    ...("initial" in more && { defaults: { [member]: more.initial } }),
    ...(more.mildDefaults && { mildDefaults: true }),
  });
};

/** A rule about the listed form of a member: each fault is a value of another type. */
const formed = (member: string, text: string, faults: Fields): Requirement =>
  memberRule({
    id: `CLU-TYPE-${member.toUpperCase()}`,
    level: "MUST",
    basis: "stated",
    text,
    section: RESOURCE,
    members: [member],
    faults: Object.fromEntries(Object.entries(faults).map(([name, value]) => [name, { [member]: value }])),
    ...(member in MISFORMED && { alike: MISFORMED }),
  });

const pairs = (member: string): Requirement =>
  memberRule({
    id: `CLU-${member.toUpperCase()}`,
    level: "MUST",
    basis: "stated",
    text: `${member} is an array of objects whose key and value have 1 to 255 characters.`,
    section: RESOURCE,
    members: [member],
    // The mistakes are in the first and in later items, so that a server must validate every item.
    faults: {
      [`${member} with an empty key`]: { [member]: EMPTY_KEY },
      [`${member} with a key of 256 characters in the second item`]: { [member]: [PAIR, { ...PAIR, key: LONG }] },
      [`${member} with an empty value in the second item`]: { [member]: [PAIR, { ...PAIR, value: "" }] },
      [`${member} with a value of 256 characters in the first of two items`]: {
        [member]: [{ ...PAIR, value: LONG }, PAIR],
      },
    },
    alike: { labels: EMPTY_KEY, tags: EMPTY_KEY },
  });

const SWITCHES = [
  "backupEnabled",
  "globalClusterSelfManagedSharding",
  "paused",
  "pitEnabled",
  "providerBackupEnabled",
  "terminationProtectionEnabled",
];

const members: readonly Requirement[] = [
  memberRule({
    id: "CLU-NAME",
    level: "MUST",
    basis: "stated",
    text: "The name of a new cluster has 1 to 64 characters and keeps to the pattern of cluster names.",
    section: RESOURCE,
    members: ["name"],
    listed: false,
    faults: {
      "a name of 65 characters": { name: freshName().padEnd(65, "a") },
      "a name that starts with a hyphen": { name: `-${freshName()}` },
      "a name that ends in a hyphen": { name: `${freshName()}-` },
      "a name with a space": { name: `${freshName()} line` },
      "an empty name": { name: "" },
    },
  }),
  memberRule({
    id: "CLU-NUMSHARDS",
    level: "MUST",
    basis: "stated",
    text: "numShards is a whole number of 32 bits from 1 to 50, and 1 when left out.",
    section: RESOURCE,
    members: ["numShards"],
    listed: false,
    faults: { "numShards 0": { numShards: 0 }, "numShards 51": { numShards: 51 }, "numShards 1.5": { numShards: 1.5 } },
    defaults: { numShards: 1 },
    // Each zone in replicationSpecs has a number of shards too, so another default breaks only a SHOULD.
    mildDefaults: true,
  }),
  memberRule({
    id: "CLU-DISK-HIGH",
    level: "MUST",
    basis: "stated",
    text: "diskSizeGB is 4096 at most.",
    section: RESOURCE,
    members: ["diskSizeGB"],
    listed: false,
    faults: { "diskSizeGB 4097": { diskSizeGB: 4_097 }, "diskSizeGB as a text": { diskSizeGB: "plumbline" } },
  }),
  memberRule({
    id: "CLU-DISK-REQUIRED",
    level: "MUST",
    basis: "stated",
    text: "With replicationSpecs, diskSizeGB is needed.",
    section: RESOURCE,
    mock: "it does not heed which members need one another",
    members: ["diskSizeGB"],
    listed: false,
    faults: { "replicationSpecs without diskSizeGB": { diskSizeGB: undefined } },
  }),
  closed("clusterType", "clusterType is REPLICASET, SHARDED or GEOSHARDED."),
  closed(
    "configServerManagementMode",
    "configServerManagementMode is the product-managed mode, also when left out, or FIXED_TO_DEDICATED.",
    { initial: "PRODUCT_MANAGED" },
  ),
  closed("diskWarmingMode", "diskWarmingMode is FULLY_WARMED, also when left out, or VISIBLE_EARLIER.", {
    initial: "FULLY_WARMED",
  }),
  closed(
    "replicaSetScalingStrategy",
    "replicaSetScalingStrategy is WORKLOAD_TYPE, also when left out, SEQUENTIAL or NODE_TYPE.",
    { initial: "WORKLOAD_TYPE" },
  ),
  closed("rootCertType", "rootCertType is ISRGROOTX1, also when left out, and nothing else.", {
    initial: "ISRGROOTX1",
  }),
  closed("versionReleaseSystem", "versionReleaseSystem is LTS, also when left out, or CONTINUOUS.", {
    initial: "LTS",
  }),
  closed("encryptionAtRestProvider", "encryptionAtRestProvider is NONE or the code of one of the three providers."),
  // The zones of the body also state a number of nodes, so another default breaks only a SHOULD.
  closed("replicationFactor", "replicationFactor is 3, also when left out, 5 or 7.", {
    initial: 3,
    wrong: 4,
    mildDefaults: true,
  }),
  memberRule({
    id: "CLU-TYPE-BOOLEANS",
    level: "MUST",
    basis: "stated",
    text: `The six switches of a cluster (${SWITCHES.join(", ")}) are booleans.`,
    section: RESOURCE,
    members: SWITCHES,
    faults: Object.fromEntries(SWITCHES.map((name) => [`${name} as a text`, { [name]: "plumbline" }])),
  }),
  pairs("labels"),
  pairs("tags"),
  formed("autoScaling", "autoScaling has its listed form.", {
    "compute.enabled as a text": { compute: { enabled: "plumbline" } },
    "diskGBEnabled as a number": { diskGBEnabled: 1 },
  }),
  formed("biConnector", "biConnector has its listed form.", {
    "enabled as a text": { enabled: "plumbline" },
    "readPreference as a number": { readPreference: 5 },
  }),
  formed("providerSettings", "providerSettings has its listed form.", {
    "encryptEBSVolume as a text": { ...HARDWARE, encryptEBSVolume: "plumbline" },
    "the name of a tier instead of an object": "M10",
  }),
  formed("replicationSpec", "replicationSpec has its listed form.", {
    "electableNodes as a text": { US_EAST_1: { electableNodes: "3" } },
    "electableNodes 1.5": { US_EAST_1: { electableNodes: 1.5 } },
  }),
  formed("replicationSpecs", "replicationSpecs has its listed form.", {
    "an object instead of a list": {},
    "regionsConfig as a list": [{ ...ZONE, regionsConfig: [] }],
  }),
  formed("vendorEmployeeAccessGrant", "vendorEmployeeAccessGrant has its listed form.", {
    "expirationTime that is no date": { expirationTime: "soon", grantType: "CLUSTER_DATABASE_LOGS" },
    "grantType as a number": { expirationTime: "2099-01-01T00:00:00Z", grantType: 5 },
  }),
  formed("acceptDataRisksAndForceReplicaSetReconfig", "acceptDataRisksAndForceReplicaSetReconfig is a date-time.", {
    "a word instead of a date": "now",
    "true instead of a date": true,
  }),
];

/** All rules on clusters, except the list across projects in `allClusters` and the kept members in `keptClusters`. */
export const clusters: readonly Requirement[] = [...members, ...clusterCreation, ...clusterLists];
