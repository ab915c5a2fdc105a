import { exportJobInput } from "@plumbline/schemas";
import type { Cluster } from "../records/cluster.ts";
import type { StoredExport } from "../records/export-job.ts";
import { notFound, Refusal } from "../refusal.ts";
import { WORKING } from "../rules/backup.ts";
import { knownMembers } from "../rules/known-members.ts";
import { listMember, textMember } from "../rules/members.ts";
import { idFrom } from "../rules/schedules.ts";
import { happens, type ProjectCall, shows } from "./handler.ts";
import { inCluster } from "./in-cluster.ts";
import { showPage } from "./page.ts";
import { snapshotsOf } from "./snapshots.ts";

/** The most jobs, so that a caller that creates endlessly cannot fill the memory. */
const MOST_JOBS = 5_000;
const COLLECTIONS = 5;

/** Operations 36 to 38. */
export const exportJobHandlers = {
  listExportJobs: inCluster((call, cluster) => showPage(call, jobsOf(call, cluster), (job) => show(call, job))),
  createExportJob: inCluster((call, cluster) => {
    const { behaviour, state, validator } = call.service;
    const asked = knownMembers(exportJobInput, call.body, validator);
    const bucketId = textMember(asked, "exportBucketId");
    // An id can be absent only if a fault has switched validation off. Any record is used then.
    const bucket = state.exportBuckets
      .list(cluster.groupId)
      .find((one) => bucketId === undefined || one.id === bucketId);
    if (bucket === undefined) return notFound("EXPORT_BUCKET_NOT_FOUND", "The project has no such export bucket.");
    const id = textMember(asked, "snapshotId");
    const snapshot = snapshotsOf(call, cluster.id, ["replicaSet", "shardedCluster"]).find(
      (one) => id === undefined || one.id === id,
    );
    if (snapshot === undefined) return notFound("SNAPSHOT_NOT_FOUND", "The cluster has no such snapshot.");
    if (behaviour.backup.statusOf(snapshot, call.now) !== "completed")
      return new Refusal(400, "SNAPSHOT_NOT_COMPLETE", "The snapshot is still being taken.");
    if (state.exportJobs.count(cluster.groupId) >= MOST_JOBS)
      return new Refusal(400, "TOO_MANY_EXPORT_JOBS", "The project has too many export jobs.");
    const job: StoredExport = {
      id: state.newId(),
      groupId: cluster.groupId,
      created: call.now,
      clusterId: cluster.id,
      exportBucketId: bucket.id,
      snapshotId: snapshot.id,
      customData: listMember(asked, "customData"),
      replicaSetName: cluster.replicaSetName,
      prefix: `exported_snapshots/${call.project.id}/${cluster.name}/${behaviour.showInstant(call.now)}`,
    };
    happens(call, "CPS_EXPORT_SUCCESSFUL", { ...job, cluster }, WORKING);
    return shows(show(call, state.exportJobs.put(job)));
  }),
  getExportJob: inCluster((call, cluster) => {
    const id = call.values.text("exportId");
    const job = jobsOf(call, cluster).find((one) => one.id === id);
    return job === undefined
      ? notFound("EXPORT_JOB_NOT_FOUND", "The cluster has no such export job.")
      : shows(show(call, job));
  }),
};

function jobsOf({ service: { state } }: ProjectCall, { id, groupId }: Cluster): readonly StoredExport[] {
  return state.exportJobs.list(groupId).filter(({ clusterId }) => clusterId === id);
}

function show({ service: { behaviour, speed }, now }: ProjectCall, job: StoredExport): unknown {
  const state = behaviour.backup.exportStateOf(job, now);
  const exportedCollections = { Queued: 0, InProgress: 2, Successful: COLLECTIONS }[state];
  return behaviour.backup.showExport({
    id: behaviour.showId(job.id),
    components: [{ exportId: idFrom(job.id, "part"), replicaSetName: job.replicaSetName }],
    createdAt: behaviour.showInstant(job.created),
    customData: job.customData,
    exportBucketId: job.exportBucketId,
    exportStatus: { exportedCollections, totalCollections: COLLECTIONS },
    ...(state === "Successful" && { finishedAt: behaviour.showInstant(job.created + Math.round(WORKING / speed)) }),
    prefix: job.prefix,
    snapshotId: job.snapshotId,
    state,
  });
}
