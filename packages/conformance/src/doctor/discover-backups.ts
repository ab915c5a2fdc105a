import { member } from "../ground/json.ts";
import type { Discovery } from "./discovery.ts";
import { first, list, resultsIn } from "./listing.ts";

/** Backups and jobs of the known cluster, and of a sharded cluster and a serverless instance where these are known. */
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

/** What a snapshot is called that can be restored from is not given: any but one that is being taken, or has failed. */
function complete(page: unknown): unknown {
  const all = resultsIn(page);
  return all.find((one) => member(one, "status") === "completed") ?? all.find(isFit);
}

/** Whether a snapshot is neither being taken, nor on its way out, nor failed. */
export const isFit = (snapshot: unknown): boolean =>
  !/^(queued|inProgress|fail|delet|expire)/i.test(String(member(snapshot, "status")));
