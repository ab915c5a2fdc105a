/*
 * Every number of the description's Limits section, once. Schemas and parameters refer to these; a test restates the
 * section and compares.
 */
export const LIMITS = {
  itemsPerPage: { minimum: 1, maximum: 500, default: 100 },
  pageNum: { minimum: 1, default: 1 },
  nLogs: { minimum: 0, maximum: 20_000, default: 20_000 },
  clusterName: { minLength: 1, maxLength: 64 },
  acknowledgementComment: { maxLength: 200 },
  /** Per resource; beyond it `rate_limited` with Retry-After. */
  tokenRequests: { count: 10, windowMilliseconds: 60_000 },
} as const;
