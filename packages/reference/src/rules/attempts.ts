import type { Attempt } from "../records/attempt.ts";
import type { Cluster } from "../records/cluster.ts";
import type { AttemptFilter } from "./fields.ts";
import { SHARED_TIERS } from "./tiers.ts";

/**
 * `authResult=false` filters nothing, because the description states only the effect of `true`. Both bounds of the
 * period are included.
 */
export function keepsAttempt(attempt: Attempt, { authResult, start, end, ipAddress }: AttemptFilter): boolean {
  return (
    (authResult !== true || attempt.authResult) &&
    (start === undefined || attempt.at >= start) &&
    (end === undefined || attempt.at <= end) &&
    (ipAddress === undefined || attempt.ipAddress === ipAddress)
  );
}

/** Clusters of shared tiers have no access history. */
export function lacksAccessHistory({ tier }: Cluster): boolean {
  return SHARED_TIERS.some((shared) => shared === tier);
}
