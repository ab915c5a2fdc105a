/** Cells that no request can cover here, each with the reason. They do not count. */
export const UNREACHED = [
  [/^issueServiceToken /, "the endpoint counts requests, ten a minute"],
  [/^(endOutageSimulation|deleteLinkToken) /, "it ends the only one there is, and only one that the run has started"],
  [/^deleteBackupSchedules query/, "no record is named, so a query that is read is carried out"],
  [/^(?!get|list)\w+ path\/\w+ (min|max)Length at$/, "a name that nothing has is no place to write at"],
  [/notifications\/\*\/typeName enum value/, "which members the kind needs is not described"],
  [/notifications\/\*\/(integrationId|notifierId) .*(at|kept)$/, "an id of what exists already would be needed"],
  [/tokenFilters\/\*\/type enum value/, "which members the kind needs is not described"],
  [/^createExportBucket body\/bucketName maxLength at, in/, "which letters the name of a bucket may have is not given"],
  [
    /^createCluster body\/.* (at|value \S+|true|false)(, in .*)?$/,
    "what is right makes a cluster, which costs money and stays",
  ],
  [/^(create|validate)Migration body\/.* (at|true|false)$/, "what is right starts a migration, which stays"],
  [
    /^create(Serverless)?RestoreJob body\/.* (at|value \S+)$/,
    "what is right overwrites a cluster, or needs a point in time",
  ],
  [/^disablePrivateIpMode body\/enabled type true$/, "false is the only value that is described"],
  [/^updateBackupCompliancePolicy body\/.* true$/, "it cannot be taken back"],
];

export const whyOpen = (name) => UNREACHED.find(([pattern]) => pattern.test(name))?.[1];
