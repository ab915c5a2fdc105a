import type { Random } from "../random.ts";
import type { Attempt } from "../records/attempt.ts";
import type { Cluster } from "../records/cluster.ts";

const WEEK = 7 * 24 * 60 * 60 * 1000;
const ADDRESSES = ["203.0.113.7", "203.0.113.19", "198.51.100.23", "192.0.2.44", "192.0.2.45"] as const;
const USERS = ["app", "reporting", "backup", "operator@example.com"] as const;
const FAILURES = ["UserNotFound: no such user", "AuthenticationFailed: storedKey mismatch"] as const;

/** Attempts of the last seven days; every sixth has the same time as the one before it. */
export function seedAttempts(random: Random, cluster: Cluster, count: number, now: number): readonly Attempt[] {
  const attempts: Attempt[] = [];
  for (let index = 0; index < count; index += 1) {
    const before = attempts.at(-1);
    const at = index % 6 === 5 && before ? before.at : now - random.integer(1_000, WEEK - 1_000);
    const authResult = random.fraction() < 0.7;
    const host = cluster.hosts[index % cluster.hosts.length];
    attempts.push({
      at,
      authResult,
      authSource: "admin",
      ...(!authResult && { failureReason: random.pick(FAILURES) }),
      groupId: cluster.groupId,
      clusterName: cluster.name,
      hostname: host?.name ?? "",
      ipAddress: random.pick(ADDRESSES),
      username: random.pick(USERS),
    });
  }
  return attempts;
}
