/** Members whose loss is invisible from outside, each with the reason; lies about them do not count. */
export const UNSHOWN = [
  [/^(create|validate)Migration /, "the record of a migration shows its hosts and nothing else of what it was sent"],
  [
    /^(create|update)AlertConfig notifications\.\*\.(?!monitoring|delayMin|intervalMin|typeName)/,
    "of other kinds of notification nothing but the kind is described",
  ],
  [/^(create|update)AlertConfig matchers\.\*\.operator$/, "EQUALS is the only operator that is described"],
  [/tokenFilters\.\*\.(?!originalTokens|type)/, "of the other token filters nothing but the type is described"],
  [/charFilters\.\*\.mappings$/, "of the filter nothing but the type is described"],
  [
    /^createSearchIndex(Legacy)? type$/,
    "search is the only type that is described for a create, and what is meant without one",
  ],
  [/^updateBackupSchedule (clusterId|clusterName)$/, "the path says which cluster it is"],
  [/^updateBackupCompliancePolicy projectId$/, "the path says which project it is"],
  [/^updateBackupSchedule (deleteCopiedBackups|updateSnapshots)/, "they are asked for once, and not kept"],
  [/^updateBackupSchedule policies\.\*\.id$/, "there is one policy, which has an id without being told"],
  [/^createRestoreJob target/, "what is downloaded has no target, and whatever else is restored overwrites a cluster"],
  [/^createCluster (configServerType|engineVersion|featureCompatibilityVersion)$/, "they may be read-only"],
  [/^createCluster providerSettings\.(diskIOPS|volumeType)$/, "which disks a tier can have is not given"],
  [/^createCluster replicationSpecs\.\*\.id$/, "an id is given by the target"],
  [/^createCluster terminationProtectionEnabled$/, "nobody could remove the cluster that a run leaves"],
];

export const whyUnshown = (lie) => UNSHOWN.find(([pattern]) => pattern.test(lie))?.[1];
