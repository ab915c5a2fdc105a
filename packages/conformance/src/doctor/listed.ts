import type { OperationId } from "@plumbline/schemas";
import { member } from "../ground/json.ts";
import type { Session } from "../kernel/session.ts";
import type { Fixture } from "../target/fixtures.ts";
import { list, resultsIn } from "./listing.ts";

/** Whether a list shows the record of a fixture; `silent` if there is no list, or the page shows only a part of it. */
export type Listed =
  | { readonly kind: "shown" }
  | { readonly kind: "not-shown"; readonly list: OperationId }
  | { readonly kind: "silent" };

/** The list that shows the record of each fixture, and the member with its id or name. */
const LISTS: Readonly<Partial<Record<Fixture, { readonly list: OperationId; readonly member: string }>>> = {
  clusterName: { list: "listClusters", member: "name" },
  shardedClusterName: { list: "listClusters", member: "name" },
  alertConfigId: { list: "listAlertConfigs", member: "id" },
  alertId: { list: "listAlerts", member: "id" },
  exportBucketId: { list: "listExportBuckets", member: "_id" },
  exportId: { list: "listExportJobs", member: "id" },
  snapshotId: { list: "listSnapshots", member: "id" },
  restoreJobId: { list: "listRestoreJobs", member: "id" },
  shardedSnapshotId: { list: "listShardedSnapshots", member: "id" },
  serverlessSnapshotId: { list: "listServerlessSnapshots", member: "id" },
  serverlessRestoreJobId: { list: "listServerlessRestoreJobs", member: "id" },
};

/** Looks for a stated fixture in the list of its records. */
export async function listed(session: Session, name: Fixture): Promise<Listed> {
  const place = LISTS[name];
  const page = place && (await list(session, place.list));
  if (place === undefined || page === undefined) return { kind: "silent" };
  const records = resultsIn(page);
  if (records.some((record) => member(record, place.member) === session.target.fixtures[name]))
    return { kind: "shown" };
  const total = member(page, "totalCount");
  // Without a total count, the page may be the first of several.
  return total === records.length ? { kind: "not-shown", list: place.list } : { kind: "silent" };
}
