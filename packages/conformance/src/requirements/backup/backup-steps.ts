import { type Answer, answered } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { member, received, wasAccepted } from "../../expect/answers.ts";
import type { Story } from "../../kernel/story.ts";
import { freshName } from "../../mark.ts";
import { idIn } from "../../oracles/envelope.ts";
import type { Fixture } from "../../target/world.ts";
import * as writes from "../../writes/backup-jobs.ts";
import { GENTLY as GENTLE_QUERY } from "../../writes/backup-policies.ts";
import type { Fields } from "../../writes/write.ts";

/** The named fixture; the story has nothing to say where it is not known. */
export function known(told: Story, name: Fixture): string {
  return told.world.fixtures[name] ?? told.cannot(`no ${name} is known: state fixtures.${name} in the target file`);
}

/** A body that creates an export bucket, of a name of its own unless the target file states one. */
export const bucketBody = (told: Story, change: Fields = {}): Fields =>
  writes.bucketBody(told.parts("createExportBucket", freshName()), change);

/** The id of a bucket, wrapped or not. */
export function bucketIdIn(json: unknown): string | undefined {
  const id = member(json, "_id") ?? member(member(json, "content"), "_id");
  return typeof id === "string" ? id : undefined;
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
  const answer = told.answer(exchange);
  return { id: told.ownId(bucketIdIn(answer.json), "the created bucket"), sent, answer };
}

/** Keeps the schedules of clusters as they are. */
export const GENTLY = { query: GENTLE_QUERY };

/** The policy of the project as a request states it; it is put back when the story ends. */
export const remembersPolicy = async (told: Story): Promise<Fields> =>
  Object(await told.borrows("updateBackupCompliancePolicy"));

/** The body of an export of the known snapshot to the known bucket. */
export function exportBody(told: Story, change: Fields = {}): Fields {
  for (const name of ["exportBucketId", "snapshotId"] as const) known(told, name);
  return writes.exportBody(told.parts("createExportJob", ""), change);
}

/** The body of a restore that overwrites nothing: the known snapshot is made ready for downloading. */
export function restoreBody(told: Story, change: Fields = {}): Fields {
  const operation = restoreOf(told.subject.operation.id);
  for (const name of operation === "createRestoreJob" ? (["snapshotId"] as const) : SERVERLESS) known(told, name);
  return writes.restoreBody(told.parts(operation, ""), change);
}

const SERVERLESS = ["serverlessSnapshotId", "serverlessInstanceName"] as const;
const restoreOf = (id: OperationId): "createRestoreJob" | "createServerlessRestoreJob" =>
  id === "createServerlessRestoreJob" ? id : "createRestoreJob";

/** A restore job of the story's own; that it can be created is another rule's business. */
export async function createRestore(told: Story): Promise<string> {
  const exchange = await told.ask(restoreOf(told.subject.operation.id), { body: restoreBody(told) });
  if (!wasAccepted(exchange)) told.cannot(`no restore job can be created (${received(exchange)})`);
  return told.ownId(answered(exchange) ? idIn(exchange.response.json) : undefined, "the created restore job");
}
