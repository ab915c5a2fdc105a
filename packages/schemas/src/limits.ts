/*
 * Every number of the description's Limits section, once. Schemas and parameters refer to these; a test repeats the
 * section and compares.
 */
export const LIMITS = {
  itemsPerPage: { minimum: 1, maximum: 500, default: 100 },
  pageNum: { minimum: 1, default: 1 },
  nLogs: { minimum: 0, maximum: 20_000, default: 20_000 },
  clusterName: { minLength: 1, maxLength: 64 },
  acknowledgementComment: { maxLength: 200 },
  numShards: { minimum: 1, maximum: 50 },
  /** The lower bound of the range does not limit requests: a smaller size is accepted and becomes `least`. */
  diskSizeGB: { least: 10, maximum: 4096 },
  /** Keys and values of both labels and tags. */
  tagText: { minLength: 1, maxLength: 255 },
  migrationHosts: { minItems: 1, maxItems: 1 },
  bucketName: { minLength: 3, maxLength: 63 },
  /** Policies of one schedule, in an update. */
  schedulePolicies: { maxItems: 1 },
  restoreWindowDays: { minimum: 1 },
  retentionInDays: { minimum: 1 },
  oplogInc: { minimum: 1 },
  /** Seconds since the epoch in a restore job: the start of 2008. */
  restorePoint: { minimum: 1_199_145_600 },
  /** Per resource; further requests get `rate_limited` with Retry-After. */
  tokenRequests: { count: 10, windowMilliseconds: 60_000 },
} as const;
