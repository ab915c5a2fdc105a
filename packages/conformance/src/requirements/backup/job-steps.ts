import { answered } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { received, wasAccepted } from "../../expect/answers.ts";
import type { Fields } from "../../json.ts";
import type { Story } from "../../kernel/story.ts";
import { idIn } from "../../oracles/envelope.ts";
import * as writes from "../../writes/backup-jobs.ts";
import { known } from "../shared/known.ts";

/** The body of an export of the known snapshot to the known bucket. */
export function exportBody(story: Story, change: Fields = {}): Fields {
  for (const name of ["exportBucketId", "snapshotId"] as const) known(story, name);
  return writes.exportBody(story.parts("createExportJob", ""), change);
}

/** The body of a restore that overwrites nothing: the known snapshot is made ready for downloading. */
export function restoreBody(story: Story, change: Fields = {}): Fields {
  const operation = restoreOf(story.subject.operation.id);
  for (const name of operation === "createRestoreJob" ? (["snapshotId"] as const) : SERVERLESS) known(story, name);
  return writes.restoreBody(story.parts(operation, ""), change);
}

const SERVERLESS = ["serverlessSnapshotId", "serverlessInstanceName"] as const;
const restoreOf = (id: OperationId): "createRestoreJob" | "createServerlessRestoreJob" =>
  id === "createServerlessRestoreJob" ? id : "createRestoreJob";

/** A restore job of the story's own; that it can be created is another rule's business. */
export async function createRestore(story: Story): Promise<string> {
  const exchange = await story.ask(restoreOf(story.subject.operation.id), { body: restoreBody(story) });
  if (!wasAccepted(exchange)) story.cannot(`no restore job can be created (${received(exchange)})`);
  return story.ownId(answered(exchange) ? idIn(exchange.response.json) : undefined, "the created restore job");
}
