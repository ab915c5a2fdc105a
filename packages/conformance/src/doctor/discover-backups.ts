import { member } from "../ground/json.ts";
import type { Discovery } from "./discovery.ts";
import { first, list, resultsIn } from "./listing.ts";

/** Finds backups and jobs of the known cluster, and of the sharded cluster and the serverless instance if known. */
export async function discoverBackups(discovery: Discovery): Promise<void> {
  const { session } = discovery;
  discovery.learn("exportBucketId", member(first(await list(session, "listExportBuckets")), "_id"));
  if (discovery.knows("clusterName")) {
    discovery.learn("snapshotId", member(complete(await list(session, "listSnapshots")), "id"));
    discovery.learn("exportId", member(first(await list(session, "listExportJobs")), "id"));
    discovery.learn("restoreJobId", member(first(await list(session, "listRestoreJobs")), "id"));
  }
  if (discovery.knows("shardedClusterName"))
    discovery.learn("shardedSnapshotId", member(first(await list(session, "listShardedSnapshots")), "id"));
  if (!discovery.knows("serverlessInstanceName")) return;
  discovery.learn("serverlessSnapshotId", member(complete(await list(session, "listServerlessSnapshots")), "id"));
  discovery.learn("serverlessRestoreJobId", member(first(await list(session, "listServerlessRestoreJobs")), "id"));
}

/**
 * Prefers a completed snapshot. The contract does not name the status of a snapshot that can be restored, so any that
 * is neither in progress nor failed serves as well.
 */
function complete(page: unknown): unknown {
  const all = resultsIn(page);
  return all.find((one) => member(one, "status") === "completed") ?? all.find(isFit);
}

/** Whether a snapshot is not queued, in progress, failed, deleted or expired. */
export const isFit = (snapshot: unknown): boolean =>
  !/^(queued|inProgress|fail|delet|expire)/i.test(String(member(snapshot, "status")));
