import { readDate } from "@plumbline/schemas/validate";
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
 * The snapshot of a list that checks use. Prefers a completed one, and one that is not the newest, because a target may
 * take the newest whatever a job names. The contract does not name the status of a snapshot that can be restored, so any
 * that is neither in progress nor failed serves as well.
 */
export function complete(page: unknown): unknown {
  const all = resultsIn(page);
  const completed = all.filter((one) => member(one, "status") === "completed");
  const fit = (completed.length === 0 ? all.filter(isFit) : completed).toSorted((a, b) => createdOf(b) - createdOf(a));
  return fit[1] ?? fit[0];
}

const createdOf = (snapshot: unknown): number => readDate(String(member(snapshot, "createdAt"))) || 0;

/** Whether a snapshot is not queued, in progress, failed, deleted or expired. */
export const isFit = (snapshot: unknown): boolean =>
  !/^(queued|inProgress|fail|delet|expire)/i.test(String(member(snapshot, "status")));
