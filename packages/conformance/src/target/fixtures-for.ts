import type { OperationId } from "@plumbline/schemas";
import type { Fixture, Fixtures } from "./fixtures.ts";

/**
 * Operations on what is there only for a while, or on what only some targets have (a sharded cluster, a serverless
 * instance): generic rules address them through fixtures of their own, and do not apply where there are none. Stories
 * make what they read.
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

/** The fixtures that a request to an operation is filled in with. */
export function fixturesFor({ fixtures }: { readonly fixtures: Fixtures }, operation: OperationId): Fixtures {
  const passing = OWN_FIXTURES[operation];
  if (passing === undefined) return fixtures;
  const own = Object.entries(passing).flatMap(([name, source]) => {
    const value = fixtures[source];
    return value === undefined ? [] : [[name, value] as const];
  });
  return own.length === 0 ? fixtures : { ...fixtures, ...Object.fromEntries(own) };
}
