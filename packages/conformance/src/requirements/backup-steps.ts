import { randomBytes } from "node:crypto";
import { type Answer, answered, type Exchange } from "@plumbline/client";
import { compliancePolicyInput, type OperationId, readText, recordId } from "@plumbline/schemas";
import { preview } from "@plumbline/schemas/validate";
import { jsonOf, member, received, wasAccepted } from "../expect/answers.ts";
import type { Story } from "../kernel/story.ts";
import { MARK } from "../mark.ts";
import { idIn } from "../oracles/envelope.ts";
import { withoutNulls } from "../oracles/without-nulls.ts";
import type { Fixture } from "../target/world.ts";
import { deletesSchedule, scheduleMembers } from "./schedule-steps.ts";
import { inVersion } from "./search-steps.ts";
import { ownSnapshot, snapshotAt, takesSnapshot, theSharded } from "./snapshot-steps.ts";

type Step = NonNullable<Parameters<Story["ask"]>[1]>;
type Way = (told: Story, step: Step) => Promise<Exchange>;
type Fields = Readonly<Record<string, unknown>>;

/** For buckets of targets that know no role. */
const SOME_ROLE = "32b6e34b3d91647abb20e7b8";

export const without = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The named fixture; the story has nothing to say where it is not known. */
export function known(told: Story, name: Fixture): string {
  return told.world.fixtures[name] ?? told.cannot(`no ${name} is known: state fixtures.${name} in the target file`);
}

/** A body that creates an export bucket, of a name of its own unless the target file states one. */
export function bucketBody({ world }: Story, change: Fields = {}): Fields {
  const { exportBucketName, roleId = SOME_ROLE } = world.fixtures;
  const bucketName = exportBucketName ?? `${MARK}-${randomBytes(4).toString("hex")}`;
  return without({ bucketName, cloudProvider: "PROVIDER_A", iamRoleId: roleId, ...change });
}

/** The id of a bucket, wrapped or not. */
export function bucketIdIn(json: unknown): string | undefined {
  const id = member(json, "_id") ?? member(member(json, "content"), "_id");
  return typeof id === "string" ? id : undefined;
}

/** Takes whatever bucket an answer shows into custody, and returns its id. */
export function keepBucket(told: Story, exchange: Exchange): string | undefined {
  const id = bucketIdIn(jsonOf(exchange));
  if (id !== undefined)
    told.made("createExportBucket", id, { operation: "deleteExportBucket", path: { exportBucketId: id } });
  return id;
}

export const ofBucket = (exportBucketId: string) => ({ path: { exportBucketId } });

/** Creates a bucket that is deleted again when the story ends; that it can be created is another rule's business. */
export async function createBucket(
  told: Story,
  change: Fields = {},
): Promise<{ readonly id: string; readonly sent: Fields; readonly answer: Answer }> {
  const sent = bucketBody(told, change);
  const exchange = await told.ask("createExportBucket", { body: sent });
  if (!wasAccepted(exchange)) told.cannot(`no export bucket can be created (${received(exchange)})`);
  const id = keepBucket(told, exchange);
  if (id === undefined || readText(recordId, id).kind !== "value")
    return told.cannot(`the created bucket has no well-formed _id (${preview(id)}), so it cannot be addressed`);
  return { id, sent, answer: told.answer(exchange) };
}

const POLICY_MEMBERS = Object.keys(compliancePolicyInput.properties ?? {}).filter((name) => name !== "projectId");
/** Keeps the schedules of clusters as they are. */
export const GENTLY = { query: { overwriteBackupPolicies: "false" } };

/** The policy of the project as a request states it; it is put back when the story ends. */
export async function remembersPolicy(told: Story): Promise<Fields> {
  const { json } = await told.prepares("getBackupCompliancePolicy", {}, "reading the compliance policy");
  const wires = POLICY_MEMBERS.map((name) => told.contract.field(name));
  const shown = Object.entries(typeof json === "object" && json !== null ? json : {});
  const before = {
    authorizedEmail: "plumbline@example.com",
    ...Object.fromEntries(shown.filter(([name]) => wires.includes(name)).map(([name, value]) => [name, bare(value)])),
  };
  const project = told.world.fixtures.groupId ?? "";
  told.restores("updateBackupCompliancePolicy", project, {
    operation: "updateBackupCompliancePolicy",
    body: before,
    ...GENTLY,
  });
  return before;
}

/** Without nulls, and without the ids that answers give to items. */
function bare(value: unknown): unknown {
  const whole = withoutNulls(value);
  if (Array.isArray(whole)) return whole.map(bare);
  if (typeof whole !== "object" || whole === null) return whole;
  return Object.fromEntries(Object.entries(whole).filter(([name]) => name !== "id"));
}

/** The body of an export of the known snapshot to the known bucket. */
export function exportBody(told: Story, change: Fields = {}): Fields {
  const [exportBucketId, snapshotId] = [known(told, "exportBucketId"), known(told, "snapshotId")];
  return without({ exportBucketId, snapshotId, customData: [{ key: "by", value: "plumbline" }], ...change });
}

/** The body of a restore that overwrites nothing: the known snapshot is made ready for downloading. */
export function restoreBody(told: Story, change: Fields = {}): Fields {
  if (told.subject.operation.id !== "createServerlessRestoreJob")
    return without({ deliveryType: "download", snapshotId: known(told, "snapshotId"), ...change });
  return without({
    deliveryType: "download",
    snapshotId: known(told, "serverlessSnapshotId"),
    targetClusterName: known(told, "serverlessInstanceName"),
    targetGroupId: told.world.fixtures.groupId,
    ...change,
  });
}

/** Cancels whatever restore an answer shows when the story ends, and returns its id. */
export function keepRestore(told: Story, exchange: Exchange): string | undefined {
  const id = idIn(jsonOf(exchange));
  // For serverless instances no operation cancels a job.
  if (id !== undefined && told.subject.operation.id !== "createServerlessRestoreJob")
    told.made("createRestoreJob", id, {
      operation: "cancelRestoreJob",
      ...inVersion(told, "cancelRestoreJob"),
      path: { restoreJobId: id },
    });
  return id;
}

const restores: Way = async (told, step) => {
  const operation =
    told.subject.operation.id === "createServerlessRestoreJob" ? told.subject.operation.id : "createRestoreJob";
  const exchange = await told.ask(operation, { body: restoreBody(told), ...step });
  if (wasAccepted(exchange)) keepRestore(told, exchange);
  return exchange;
};

/** A restore job of the story's own; that it can be created is another rule's business. */
export async function createRestore(told: Story): Promise<string> {
  const exchange = await restores(told, {});
  if (!wasAccepted(exchange)) told.cannot(`no restore job can be created (${received(exchange)})`);
  const id = answered(exchange) ? idIn(exchange.response.json) : undefined;
  if (id === undefined || readText(recordId, id).kind !== "value")
    return told.cannot(`the created restore job has no well-formed id (${preview(id)}), so it cannot be addressed`);
  return id;
}

/** How each write of cloud backup is carried out once, validly. */
export const backupWays: Readonly<Partial<Record<OperationId, Way>>> = {
  createExportBucket: async (told, step) => {
    const exchange = await told.ask("createExportBucket", { body: bucketBody(told), ...step });
    if (wasAccepted(exchange)) keepBucket(told, exchange);
    return exchange;
  },
  deleteExportBucket: async (told, step) => {
    const { id } = await createBucket(told);
    return told.ask("deleteExportBucket", { ...ofBucket(id), ...step });
  },
  updateBackupCompliancePolicy: async (told, step) => {
    const body = await remembersPolicy(told);
    return told.ask("updateBackupCompliancePolicy", { body, ...GENTLY, ...step });
  },
  createExportJob: (told, step) => told.ask("createExportJob", { body: exportBody(told), ...step }),
  createRestoreJob: restores,
  createServerlessRestoreJob: restores,
  cancelRestoreJob: async (told, step) => {
    const restoreJobId = await createRestore(told);
    return told.ask("cancelRestoreJob", { path: { restoreJobId }, ...step });
  },
  updateBackupSchedule: async (told, step) => {
    const { referenceMinuteOfHour } = await scheduleMembers(told);
    return told.ask("updateBackupSchedule", { body: without({ referenceMinuteOfHour }), ...step });
  },
  deleteBackupSchedules: deletesSchedule,
  takeSnapshot: (told, step) => takesSnapshot(told, step),
  deleteSnapshot: async (told, step) => {
    const { id } = await ownSnapshot(told);
    return told.ask("deleteSnapshot", { ...snapshotAt(id), ...step });
  },
  changeSnapshotExpiration: async (told, step) => {
    const { id } = await ownSnapshot(told);
    const body = { retentionUnit: "DAYS", retentionValue: 2 };
    return told.ask("changeSnapshotExpiration", { ...snapshotAt(id), body, ...step });
  },
  deleteShardedSnapshot: async (told, step) => {
    const where = theSharded(told);
    const { id } = await ownSnapshot(told, where);
    // Where snapshots taken on demand are listed for a sharded cluster is not given: only what stands there is deleted.
    const read = await told.settles(() => told.ask("getShardedSnapshot", snapshotAt(id, where)), wasAccepted);
    if (!wasAccepted(read))
      return told.cannot(`the snapshot taken is not among those of the sharded cluster (${received(read)})`);
    return told.ask("deleteShardedSnapshot", { ...snapshotAt(id, where), ...step });
  },
};
