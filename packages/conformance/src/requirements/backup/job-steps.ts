import { answered, type Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import type { Fields } from "../../ground/json.ts";
import type { Story } from "../../kernel/story.ts";
import { idIn } from "../../oracles/envelope.ts";
import * as writes from "../../writes/backup-jobs.ts";
import { carried } from "../shared/carrier.ts";
import { known } from "../shared/known.ts";

/** The body of an export of the known snapshot to the known bucket. */
export function exportBody(story: Story, change: Fields = {}): Fields {
  for (const name of ["exportBucketId", "snapshotId"] as const) known(story, name);
  return writes.exportBody(story.addresses.parts("createExportJob", ""), change);
}

/** The body of a restore that overwrites nothing: the target prepares the known snapshot for download. */
export function restoreBody(story: Story, change: Fields = {}): Fields {
  const operation = restoreOf(story.subject.operation.id);
  for (const name of operation === "createRestoreJob" ? (["snapshotId"] as const) : SERVERLESS) known(story, name);
  return writes.restoreBody(story.addresses.parts(operation, ""), change);
}

const SERVERLESS = ["serverlessSnapshotId", "serverlessInstanceName"] as const;
const restoreOf = (id: OperationId): "createRestoreJob" | "createServerlessRestoreJob" =>
  id === "createServerlessRestoreJob" ? id : "createRestoreJob";

/** The restore job that checks share; another rule judges whether a create works. */
export async function createRestore(story: Story): Promise<string> {
  return madeBy(story, await story.ask(restoreOf(story.subject.operation.id), { body: restoreBody(story) }));
}

/** A restore job that no check cancelled: the one of the check on the query, unless it is over. */
export async function ownRestore(story: Story): Promise<string> {
  const restoreJobId = madeBy(story, await carried(story, "createRestoreJob", "query"));
  const read = await story.ask("getRestoreJob", { path: { restoreJobId } });
  return isOver(read) ? anotherRestore(story) : restoreJobId;
}

/** A restore job that no other check uses. */
export const anotherRestore = async (story: Story): Promise<string> =>
  madeBy(story, await story.ask("createRestoreJob", { body: restoreBody(story), send: "again" }));

/** Whether a job is done, failed, expired or cancelled, so that it cannot be cancelled any more. */
export const isOver = (exchange: Exchange): boolean => writes.isOver(jsonOf(exchange));

/** True if a restore job was cancelled, failed or expired; a job that is done was not stopped. */
export const wasStopped = (exchange: Exchange): boolean => writes.wasStopped(jsonOf(exchange));

function madeBy(story: Story, exchange: Exchange): string {
  if (!wasAccepted(exchange)) story.cannot(`no restore job can be created (${received(exchange)})`);
  return story.ownId(answered(exchange) ? idIn(exchange.response.json) : undefined, "the created restore job");
}
