import { answered } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { received, wasAccepted } from "../../expect/answers.ts";
import type { Story } from "../../kernel/story.ts";
import { idIn } from "../../oracles/envelope.ts";
import * as writes from "../../writes/backup-jobs.ts";
import type { Fields } from "../../writes/fields.ts";
import { known } from "../shared/known.ts";

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
