import { answered, type Exchange } from "@plumbline/client";
import { readText, recordId } from "@plumbline/schemas";
import { NoRoomError } from "../../custody/no-room-error.ts";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { isContainer, member } from "../../ground/json.ts";
import { broken, expects, type Judgement, mild, upheld } from "../../ground/judgement.ts";
import { LARGEST_PAGE, ONE_LARGE_PAGE } from "../../ground/largest-page.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Story } from "../../kernel/story.ts";
import { idIn, listIn, recordIn } from "../../oracles/envelope.ts";
import type { Requirement, StoryRequirement } from "../../rule/requirement.ts";
import { appears } from "../shared/appears.ts";
import { sameTexts } from "../shared/as-sent.ts";
import { carried } from "../shared/carrier.ts";
import { patiently, preparesPatiently } from "../shared/perform.ts";
import { NO_STATE } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { backupStory, OPERATIONS } from "./backup-rules.ts";
import { anotherRestore, createRestore, exportBody, isOver, ownRestore, restoreBody, wasStopped } from "./job-steps.ts";
import { goes, isListed, ownSnapshot, snapshotAt, theSharded, type Where } from "./snapshot-steps.ts";

async function unlessNoRoom<T>(make: () => Promise<T>): Promise<T | undefined> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof NoRoomError)) throw error;
    return undefined;
  }
}

/** A rule about the effect of a backup write, as a later read shows it. */
const effect = (
  particulars: Pick<StoryRequirement, "id" | "text" | "on" | "requests" | "tell"> &
    Partial<Pick<StoryRequirement, "level">>,
): Requirement =>
  backupStory({ ...particulars, basis: "derived:D6", section: OPERATIONS, risk: "costly", mock: NO_STATE });

/** Deletes a snapshot of a sharded cluster by the operation for any cluster, if the target takes that. */
async function goesOtherwise(story: Story, where: Where): Promise<Judgement> {
  const { id } = await ownSnapshot(story, where);
  const wasListed = await isListed(story, "getShardedSnapshot", id, where);
  const step = { ...story.addresses.servedAs("deleteSnapshot"), ...snapshotAt(id, where) };
  const deleted = await patiently(story, "deleteSnapshot", step);
  return wasAccepted(deleted) ? goes(story, "getShardedSnapshot", id, { where, wasListed }) : upheld;
}

/** A job that a read by id shows must be in the list of its cluster, with the same value of cancelled. */
async function staysListed(story: Story, id: string, read: Exchange): Promise<Judgement> {
  const cancelled = member(recordIn(jsonOf(read)), "cancelled");
  const look = async (): Promise<unknown> => {
    const records = listIn(jsonOf(await story.ask("listRestoreJobs", { query: ONE_LARGE_PAGE })));
    if (records === undefined || records.length >= LARGEST_PAGE) return ELSEWHERE;
    return records.find((one) => idIn(one) === id);
  };
  const agrees = (shown: unknown): boolean =>
    shown === ELSEWHERE || (shown !== undefined && [cancelled, undefined].includes(member(shown, "cancelled")));
  const shown = await story.eventually(look, agrees);
  if (shown === undefined) return broken("the job in the list, as a read by its id shows it", "a list without the job");
  return expects(
    agrees(shown),
    `cancelled ${quoted(cancelled)} in the list, as a read by its id shows it`,
    () => `cancelled ${quoted(member(shown, "cancelled"))}`,
  );
}

/** Once another job that was created later is done, a cancelled job is still cancelled, and offers nothing to download. */
async function staysStopped(story: Story, id: string, read: Exchange, other: string): Promise<Judgement> {
  const look = (restoreJobId: string) => story.ask("getRestoreJob", { path: { restoreJobId } });
  const done = await story.untilOver(() => look(other), isOver);
  if (!isOver(done)) return upheld;
  const later = await look(id);
  if (!wasAccepted(later)) return upheld;
  const offered = (exchange: Exchange): unknown => {
    const addresses = listIn(member(recordIn(jsonOf(exchange)), "deliveryUrl")) ?? [];
    return addresses[0];
  };
  const isKept = wasStopped(later) && (offered(later) === undefined || offered(read) !== undefined);
  return expects(isKept, "a cancelled job with nothing to download, still after the next job is done", () =>
    quoted({ cancelled: member(recordIn(jsonOf(later)), "cancelled"), deliveryUrl: offered(later) }),
  );
}

/** Stands for a record whose list is too long or unreadable. */
const ELSEWHERE = Symbol("not on the page");

/** The rules that later reads show the effect of creating, cancelling and deleting backup records. */
export const backupEffects: readonly Requirement[] = [
  effect({
    id: "EXJ-CREATE-READ",
    text: "A read returns a created export job with the snapshot and the bucket that were sent, and without customData if none was sent.",
    on: is("createExportJob"),
    requests: 6,
    tell: async (story) => {
      // EXJ-KEPT tests customData, which a request may omit.
      const sent = exportBody(story, { customData: undefined });
      const created = await carried(story, "createExportJob", "body");
      if (!wasAccepted(created)) return story.cannot(`no export job can be created (${received(created)})`);
      const id = idIn(jsonOf(created));
      if (id === undefined || readText(recordId, id).kind !== "value")
        return story.cannot(`the created export job has no well-formed id (${quoted(id)}), so it cannot be read`);
      const step = { ...story.addresses.servedAs("getExportJob"), path: { exportId: id } };
      const read = await appears(story, "getExportJob", step, "the created export job when read by its id");
      sameTexts(story, read, sent, ["snapshotId", "exportBucketId"]);
      const data = [recordIn(jsonOf(created)), read].flatMap((json) => listIn(member(json, "customData")) ?? []);
      // EXJ-FIELDS judges an item of another type.
      const added = data.find(isContainer);
      return mild(expects(added === undefined, "no customData, as none was sent", () => quoted(added)));
    },
  }),
  effect({
    id: "RST-CREATE-READ",
    text: "A read returns a created restore job with the delivery type and the snapshot that were sent.",
    on: is("createRestoreJob", "createServerlessRestoreJob"),
    requests: 6,
    tell: async (story) => {
      const restoreJobId = await createRestore(story);
      const serverless = story.subject.operation.id === "createServerlessRestoreJob";
      const operation = serverless ? "getServerlessRestoreJob" : "getRestoreJob";
      const step = { ...story.addresses.servedAs(operation), path: { restoreJobId } };
      const read = await appears(story, operation, step, "the created restore job when read by its id");
      sameTexts(story, read, restoreBody(story), ["deliveryType", "snapshotId"]);
      return upheld;
    },
  }),
  effect({
    id: "RST-CANCEL-EFFECT",
    level: "SHOULD",
    text: "A read shows a cancelled restore job as cancelled, however often it is cancelled and also later, and the list still contains it, unless it had ended before.",
    on: is("cancelRestoreJob"),
    requests: 20,
    tell: async (story) => {
      const restoreJobId = await ownRestore(story);
      // For SIDE-ACCEPTED, which verifies that the cancel leaves another job of the same snapshot alone. That job
      // stays, so one version is enough.
      const other = story.subject.version === "2" ? await unlessNoRoom(() => anotherRestore(story)) : undefined;
      await story.prepares("cancelRestoreJob", { path: { restoreJobId } }, "cancelling the restore job");
      const look = () => story.ask("getRestoreJob", { path: { restoreJobId } });
      const first = await look();
      // The job may have ended before the cancel.
      if (isOver(first) && !wasStopped(first)) return upheld;
      const read = await story.eventually(look, (exchange) => wasRefused(exchange) || isOver(exchange));
      if (!answered(read)) return broken("an answer", received(read));
      if (wasStopped(read)) await story.ask("cancelRestoreJob", { path: { restoreJobId }, due: "open" });
      // The job is cancelled, whatever the second call returned; the description does not say whether the list still
      // shows it.
      const last = wasStopped(read) ? await look() : read;
      if (wasStopped(last)) story.requires(await staysListed(story, restoreJobId, last));
      if (wasStopped(last) && other !== undefined) story.requires(await staysStopped(story, restoreJobId, last, other));
      return expects(wasRefused(last) || wasStopped(last), "cancelled true", () =>
        quoted({ cancelled: member(jsonOf(last), "cancelled"), finishedAt: member(jsonOf(last), "finishedAt") }),
      );
    },
  }),
  effect({
    id: "SNP-SHARDED-DELETE",
    text: "A deleted snapshot of a sharded cluster is returned no more.",
    on: is("deleteShardedSnapshot"),
    requests: 80,
    tell: async (story) => {
      const where = theSharded(story);
      const { id } = await ownSnapshot(story, where);
      await story.prepares("getShardedSnapshot", snapshotAt(id, where), "reading the snapshot");
      const wasListed = await isListed(story, "getShardedSnapshot", id, where);
      await preparesPatiently(story, "deleteShardedSnapshot", snapshotAt(id, where), "deleting the snapshot");
      const judgement = await goes(story, "getShardedSnapshot", id, { where, wasListed });
      return judgement.kind === "holds" && story.subject.version === "2" ? goesOtherwise(story, where) : judgement;
    },
  }),
];
