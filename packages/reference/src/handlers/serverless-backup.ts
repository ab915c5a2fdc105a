import { operations } from "@plumbline/schemas";
import type { Outcome } from "../http/render.ts";
import type { Fields } from "../records/fields.ts";
import type { StoredServerless } from "../records/serverless-instance.ts";
import { SNAPSHOT_KINDS, type StoredSnapshot } from "../records/snapshot.ts";
import { notFound, Refusal } from "../refusal.ts";
import { WORKING } from "../rules/backup.ts";
import { happens, inProject, type ProjectCall, shows } from "./handler.ts";
import { showPage } from "./page.ts";
import { createRestore, restoresOf } from "./restore-jobs.ts";
import { restoreMembers } from "./show-restore.ts";
import { commonMembers } from "./show-snapshots.ts";
import { snapshotsOf } from "./snapshots.ts";

const input = operations.createServerlessRestoreJob.body?.schema ?? {};

/** Operations 52 and 53. The path names a serverless instance, not a cluster. */
export const serverlessBackupHandlers = {
  listServerlessRestoreJobs: withInstance((call, instance) =>
    showPage(call, restoresOf(call, instance.id), (job) =>
      call.service.behaviour.backup.showServerlessRestore(restoreMembers(call, job)),
    ),
  ),
  createServerlessRestoreJob: withInstance((call, { id, name }) => {
    const operation = "createServerlessRestoreJob";
    const job = createRestore(call, { id, replicaSetName: name, kinds: ["serverless"], input, operation });
    if (job instanceof Refusal) return job;
    happens(call, "CPS_RESTORE_SUCCESSFUL", { ...job, cluster: { name, replicaSetName: name } }, WORKING);
    return shows(call.service.behaviour.backup.showServerlessRestore(restoreMembers(call, job)));
  }),
  getServerlessRestoreJob: withInstance((call, instance) => {
    const id = call.values.text("restoreJobId");
    const job = restoresOf(call, instance.id).find((one) => one.id === id);
    return job === undefined
      ? notFound("RESTORE_JOB_NOT_FOUND", "The instance has no such restore job.")
      : shows(call.service.behaviour.backup.showServerlessRestore(restoreMembers(call, job)));
  }),
  listServerlessSnapshots: withInstance((call, instance) =>
    showPage(call, snapshotsOf(call, instance.id, ["serverless"]), (snapshot) => show(call, instance, snapshot)),
  ),
  getServerlessSnapshot: withInstance((call, instance) => {
    const id = call.values.text("snapshotId");
    const where = call.service.behaviour.backup.readsOf(instance.id);
    const kinds = where === undefined ? SNAPSHOT_KINDS : (["serverless"] as const);
    const snapshot = snapshotsOf(call, where, kinds).find((one) => one.id === id);
    return snapshot === undefined
      ? notFound("SNAPSHOT_NOT_FOUND", "The instance has no such snapshot.")
      : shows(show(call, instance, snapshot));
  }),
};

function withInstance(handle: (call: ProjectCall, instance: StoredServerless) => Outcome) {
  return inProject((call) => {
    const name = call.values.text("clusterName");
    const instance = call.service.state.serverless.list(call.project.id).find((one) => one.name === name);
    return instance === undefined
      ? notFound("SERVERLESS_INSTANCE_NOT_FOUND", "The project has no such serverless instance.")
      : handle(call, instance);
  });
}

function show(call: ProjectCall, { name }: StoredServerless, snapshot: StoredSnapshot): Fields {
  const shown = { ...commonMembers(call, snapshot), serverlessInstanceName: name };
  return call.service.behaviour.backup.showServerless(shown);
}
