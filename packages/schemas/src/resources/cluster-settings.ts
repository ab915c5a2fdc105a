import { array, boolean, number, object, oneOfValues, string } from "../build.ts";
import { LIMITS } from "../limits.ts";
import { clusterName, dateTime, int32, PROVIDER_CODES } from "../vocabulary.ts";
import { providerSettings } from "./provider-settings.ts";
import { regionsConfig, replicationSpec } from "./replication-spec.ts";
import { tag } from "./tag.ts";

/** All cluster types. */
export const CLUSTER_TYPES = ["REPLICASET", "SHARDED", "GEOSHARDED"] as const;

/** One of `CLUSTER_TYPES`. */
export type ClusterType = (typeof CLUSTER_TYPES)[number];

const off = boolean({ examples: [false] });
const on = boolean({ examples: [true] });

/**
 * Size in GB in an answer. There is no lower bound, since shared tiers have sizes below those that can be requested.
 */
export const diskSizeGB = number({ format: "double", maximum: LIMITS.diskSizeGB.maximum, examples: [10] });

/**
 * The members of a cluster that a caller sets and an answer shows in the same form, all optional. `cluster` adds those
 * of answers only.
 */
export const clusterSettings = {
  acceptDataRisksAndForceReplicaSetReconfig: dateTime,
  autoScaling: object(
    {},
    { compute: object({}, { enabled: on, scaleDownEnabled: on }), diskGBEnabled: on },
    { title: "AutoScaling" },
  ),
  backupEnabled: off,
  biConnector: object(
    {},
    {
      enabled: off,
      readPreference: string({ "x-known-values": ["PRIMARY", "SECONDARY", "ANALYTICS"], examples: ["PRIMARY"] }),
    },
    { title: "BiConnector" },
  ),
  clusterType: oneOfValues(CLUSTER_TYPES),
  configServerManagementMode: oneOfValues(["PRODUCT_MANAGED", "FIXED_TO_DEDICATED"], { default: "PRODUCT_MANAGED" }),
  configServerType: string({ "x-known-values": ["DEDICATED", "EMBEDDED"], examples: ["DEDICATED"] }),
  diskSizeGB,
  diskWarmingMode: oneOfValues(["FULLY_WARMED", "VISIBLE_EARLIER"], { default: "FULLY_WARMED" }),
  encryptionAtRestProvider: oneOfValues(["NONE", ...PROVIDER_CODES]),
  engineMajorVersion: string({ examples: ["8.0"] }),
  /** The pattern has no anchors, so text around a version is valid. */
  engineVersion: string({ pattern: "[\\d]+\\.[\\d]+\\.[\\d]+", examples: ["8.0.4"] }),
  featureCompatibilityVersion: string({ examples: ["8.0"] }),
  globalClusterSelfManagedSharding: off,
  labels: array(tag, { deprecated: true }),
  name: clusterName,
  numShards: int32({ ...LIMITS.numShards, default: 1 }),
  paused: off,
  pitEnabled: off,
  providerBackupEnabled: off,
  providerSettings,
  replicaSetScalingStrategy: oneOfValues(["SEQUENTIAL", "WORKLOAD_TYPE", "NODE_TYPE"], { default: "WORKLOAD_TYPE" }),
  replicationFactor: oneOfValues([3, 5, 7], { default: 3, deprecated: true }),
  replicationSpec: regionsConfig,
  replicationSpecs: array(replicationSpec),
  rootCertType: oneOfValues(["ISRGROOTX1"], { default: "ISRGROOTX1" }),
  tags: array(tag),
  terminationProtectionEnabled: boolean({ default: false }),
  vendorEmployeeAccessGrant: object(
    {},
    {
      expirationTime: dateTime,
      grantType: string({
        "x-known-values": ["CLUSTER_DATABASE_LOGS", "CLUSTER_INFRASTRUCTURE"],
        examples: ["CLUSTER_DATABASE_LOGS"],
      }),
    },
    { title: "VendorEmployeeAccessGrant" },
  ),
  versionReleaseSystem: oneOfValues(["LTS", "CONTINUOUS"], { default: "LTS" }),
} as const;
