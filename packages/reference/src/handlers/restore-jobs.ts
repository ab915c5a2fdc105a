import { type JsonSchema, type OperationId, restoreJobInput } from "@plumbline/schemas";
import { heldRoles } from "../auth/roles.ts";
import type { Outcome } from "../http/render.ts";
import type { Cluster } from "../records/cluster.ts";
import type { Fields } from "../records/fields.ts";
import type { StoredRestore } from "../records/restore-job.ts";
import type { SnapshotKind } from "../records/snapshot.ts";
import { notFound, Refusal } from "../refusal.ts";
import { WORKING } from "../rules/backup.ts";
import { knownMembers } from "../rules/known-members.ts";
import { textMember } from "../rules/members.ts";
import { clusterNamed } from "../world/state.ts";
import { EMPTY, happens, type ProjectCall, shows } from "./handler.ts";
import { inCluster } from "./in-cluster.ts";
import { showPage } from "./page.ts";
import { showRestore } from "./show-restore.ts";
import { snapshotsOf } from "./snapshots.ts";

/** The most jobs, so that a caller that creates endlessly cannot fill the memory. */
const MOST_JOBS = 5_000;

/** The source of a restore: a cluster or a serverless instance. */
export interface Source {
  readonly id: string;
  readonly replicaSetName: string;
  readonly kinds: readonly SnapshotKind[];
  readonly input: JsonSchema;
  /** The operation that restores from it. */
  readonly operation: OperationId;
}

const sourceOf = ({ id, replicaSetName }: Cluster): Source => ({
  id,
  replicaSetName,
  kinds: ["replicaSet", "shardedCluster"],
  input: restoreJobInput,
  operation: "createRestoreJob",
});

/** Operations 39 to 42. */
export const restoreJobHandlers = {
  listRestoreJobs: inCluster((call, cluster) => {
    const { backup } = call.service.behaviour;
    const listed = restoresOf(call, cluster.id).flatMap((job) => backup.listedRestore(job) ?? []);
    return showPage(call, listed, (job) => showRestore(call, job, cluster));
  }),
  createRestoreJob: inCluster((call, cluster) => {
    const job = createRestore(call, sourceOf(cluster));
    if (job instanceof Refusal) return job;
    happens(call, "CPS_RESTORE_SUCCESSFUL", { ...job, cluster }, WORKING);
    return shows(showRestore(call, job, cluster));
  }),
  cancelRestoreJob: withRestore((call, job) => {
    const { alerting, behaviour, state } = call.service;
    // A finished job cannot be stopped; a request to stop it is not an error.
    if (job.cancelled !== undefined || behaviour.backup.restoreDone(job, call.now)) return EMPTY;
    if (!behaviour.backup.cancels(job)) return EMPTY;
    state.restoreJobs.put({ ...job, cancelled: call.now });
    alerting.forget(job.groupId, job.id);
    return EMPTY;
  }),
  getRestoreJob: withRestore((call, job, cluster) => shows(showRestore(call, job, cluster))),
};

/** Stores a new job. A job that names no snapshot uses the latest one. */
export function createRestore(call: ProjectCall, source: Source): StoredRestore | Refusal {
  const { behaviour, state, validator } = call.service;
  const asked = knownMembers(source.input, call.body, validator);
  const usable = snapshotsOf(call, source.id, source.kinds).filter(
    (snapshot) => behaviour.backup.statusOf(snapshot, call.now) === "completed",
  );
  const wanted = textMember(asked, "snapshotId");
  const snapshot = wanted === undefined ? usable.at(-1) : usable.find((one) => one.id === wanted);
  if (snapshot === undefined && wanted !== undefined)
    return notFound("SNAPSHOT_NOT_FOUND", "There is no such snapshot, or it is still being taken.");
  const refusal = refusesTarget(call, asked, source.operation);
  if (refusal !== undefined) return refusal;
  if (state.restoreJobs.count(call.project.id) >= MOST_JOBS)
    return new Refusal(400, "TOO_MANY_RESTORE_JOBS", "The project has too many restore jobs.");
  const job: StoredRestore = {
    id: state.newId(),
    groupId: call.project.id,
    created: call.now,
    clusterId: source.id,
    asked,
    ...(snapshot !== undefined && { snapshotId: snapshot.id }),
    moment: momentOf(asked) ?? snapshot?.created ?? call.now,
    replicaSetName: source.replicaSetName,
  };
  return behaviour.backup.keepsRestore(job, source) ? state.restoreJobs.put(job) : job;
}

/**
 * A named target must exist, in a project where the caller may also restore. Without a named project, the target is in
 * the project of the path.
 */
function refusesTarget({ service, project, caller }: ProjectCall, asked: Fields, id: OperationId): Refusal | undefined {
  const { behaviour, contract, state } = service;
  const groupId = textMember(asked, "targetGroupId") ?? project.id;
  const target = state.projects.get(groupId);
  if (target === undefined) return notFound("GROUP_NOT_FOUND", "There is no such project to restore to.");
  const mayRestore = "grant" in caller && behaviour.allowed(contract.operation(id), heldRoles(caller.grant, target));
  if (target !== project && !mayRestore)
    return new Refusal(
      403,
      "ACCESS_FORBIDDEN",
      "The caller has none of the roles that a restore needs in that project.",
    );
  const name = textMember(asked, "targetClusterName");
  if (name === undefined) return undefined;
  const known =
    clusterNamed(state, groupId, name) ?? state.serverless.list(groupId).find((instance) => instance.name === name);
  return known === undefined ? notFound("CLUSTER_NOT_FOUND", "There is no such cluster to restore to.") : undefined;
}

function momentOf({ pointInTimeUTCSeconds, oplogTs }: Fields): number | undefined {
  const seconds = pointInTimeUTCSeconds ?? oplogTs;
  return typeof seconds === "number" ? seconds * 1_000 : undefined;
}

/** The jobs of a cluster or a serverless instance. */
export function restoresOf({ service: { state }, project }: ProjectCall, sourceId: string): readonly StoredRestore[] {
  return state.restoreJobs.list(project.id).filter(({ clusterId }) => clusterId === sourceId);
}

function withRestore(handle: (call: ProjectCall, job: StoredRestore, cluster: Cluster) => Outcome) {
  return inCluster((call, cluster) => {
    const id = call.values.text("restoreJobId");
    const job = restoresOf(call, cluster.id).find((one) => one.id === id);
    return job === undefined
      ? notFound("RESTORE_JOB_NOT_FOUND", "The cluster has no such restore job.")
      : handle(call, job, cluster);
  });
}
