import type { Answer } from "@plumbline/client";
import { received, wasAccepted } from "../../ground/answers.ts";
import { type Fields, member } from "../../ground/json.ts";
import { freshName } from "../../ground/mark.ts";
import type { Story } from "../../kernel/story.ts";
import * as writes from "../../writes/backup-jobs.ts";

/** A body that creates an export bucket, under a new name unless the target file states one. */
export const bucketBody = (story: Story, change: Fields = {}): Fields =>
  writes.bucketBody(story.addresses.parts("createExportBucket", freshName()), change);

/** The id of a bucket in an answer, with or without an envelope. */
export function bucketIdIn(json: unknown): string | undefined {
  const id = member(json, "_id") ?? member(member(json, "content"), "_id");
  return typeof id === "string" ? id : undefined;
}

/** The part of a call that addresses this export bucket. */
export const ofBucket = (exportBucketId: string) => ({ path: { exportBucketId } });

/** Creates a bucket, which the run deletes when the story ends; another rule judges whether a create works. */
export async function createBucket(
  story: Story,
  change: Fields = {},
): Promise<{ readonly id: string; readonly sent: Fields; readonly answer: Answer }> {
  const sent = bucketBody(story, change);
  const exchange = await story.ask("createExportBucket", { body: sent });
  if (!wasAccepted(exchange)) story.cannot(`no export bucket can be created (${received(exchange)})`);
  const answer = story.answer(exchange);
  return { id: story.ownId(bucketIdIn(answer.json), "the created bucket"), sent, answer };
}
