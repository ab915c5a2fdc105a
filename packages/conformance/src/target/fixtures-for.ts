import type { OperationId } from "@plumbline/schemas";
import type { Fixture, Fixtures } from "./fixtures.ts";

/**
 * Operations on records that exist only for a while, or only on some targets (a sharded cluster, a serverless
 * instance). Generic requirements address them through these fixtures, and do not apply without them. Stories create
 * the records that they read.
 */
export const OWN_FIXTURES: Readonly<Partial<Record<OperationId, Readonly<Partial<Record<Fixture, Fixture>>>>>> = {
  getOutageSimulation: { clusterName: "outageClusterName" },
  getShardedSnapshot: { clusterName: "shardedClusterName", snapshotId: "shardedSnapshotId" },
  listShardedSnapshots: { clusterName: "shardedClusterName" },
  deleteShardedSnapshot: { clusterName: "shardedClusterName" },
  listServerlessSnapshots: { clusterName: "serverlessInstanceName" },
  getServerlessSnapshot: { clusterName: "serverlessInstanceName", snapshotId: "serverlessSnapshotId" },
  listServerlessRestoreJobs: { clusterName: "serverlessInstanceName" },
  createServerlessRestoreJob: { clusterName: "serverlessInstanceName" },
  getServerlessRestoreJob: { clusterName: "serverlessInstanceName", restoreJobId: "serverlessRestoreJobId" },
};

/** The fixtures that fill in the path of a request to an operation. */
export function fixturesFor({ fixtures }: { readonly fixtures: Fixtures }, operation: OperationId): Fixtures {
  const passing = OWN_FIXTURES[operation];
  if (passing === undefined) return fixtures;
  const own = Object.entries(passing).flatMap(([name, source]) => {
    const value = fixtures[source];
    return value === undefined ? [] : [[name, value] as const];
  });
  return own.length === 0 ? fixtures : { ...fixtures, ...Object.fromEntries(own) };
}
