import { isDeepStrictEqual } from "node:util";
import { recordOf } from "../../custody/bears.ts";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import { type Fields, member } from "../../ground/json.ts";
import { broken, expects, type Judgement, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Story } from "../../kernel/story.ts";
import { saysNoMore } from "../../oracles/says-no-more.ts";
import { wholeList } from "../../oracles/whole-list.ts";
import { fixture } from "../../rule/need.ts";
import type { Requirement, StoryRequirement } from "../../rule/requirement.ts";
import { known } from "../shared/known.ts";
import { patiently } from "../shared/perform.ts";
import { type RoundTrip, shows } from "../shared/round-trip.ts";
import { NO_STATE, ON_CLUSTER } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { backupStory, OPERATIONS } from "./backup-rules.ts";
import { restoreBody } from "./job-steps.ts";

/** A rule about a restore that overwrites a cluster that the user provides for this. */
const restore = (rule: Pick<StoryRequirement, "id" | "text" | "requests" | "tell">): Requirement =>
  backupStory({
    ...rule,
    // The description does not state other preconditions of a restore, for example the versions of both clusters.
    level: "SHOULD",
    section: OPERATIONS,
    risk: "irreversible",
    mock: NO_STATE,
    needs: [...ON_CLUSTER, fixture("snapshotId"), fixture("restoreTargetClusterName")],
    on: is("createRestoreJob"),
  });

/** The body of a restore of the known cluster over the cluster that the user provides. */
const bodyTo = (story: Story, change: Fields): Fields =>
  restoreBody(story, {
    targetClusterName: known(story, "restoreTargetClusterName"),
    targetGroupId: known(story, "groupId"),
    ...change,
  });

/** The members that can give the moment of a restore. A job need not show the one that the request used. */
const ofMoment = ["oplogTs", "oplogInc", "pointInTimeUTCSeconds"];
/** The sent body without those members of the moment that the record does not show. */
export const withoutMoment = (sent: Fields, record: unknown): unknown =>
  Object.fromEntries(
    Object.entries(sent).filter(([name]) => !ofMoment.includes(name) || (member(record, name) ?? null) !== null),
  );

const operation = "createRestoreJob";

/** Reads a job; `undefined` if the read fails. */
type Job = () => Promise<unknown>;

/**
 * The target must accept the restore, and its job must show the sent values; `mayRefuse` says why a refusal would prove
 * nothing.
 */
async function restores(story: Story, body: Fields, mayRefuse?: () => Promise<string | undefined>): Promise<Job> {
  const exchange = await patiently(story, operation, { body });
  if (!wasAccepted(exchange)) {
    const why = saysNoMore(exchange) ? "what stands in its way is not given" : await mayRefuse?.();
    if (why !== undefined) return story.cannot(`the restore is answered ${received(exchange)}: ${why}`);
    story.requires(broken(`2xx for ${JSON.stringify(Object.keys(body))}`, received(exchange)));
  }
  const trip: RoundTrip = {
    operation,
    groups: [{}],
    body: () => body,
    shownAs: withoutMoment,
    reads: [{ operation: "getRestoreJob", parameter: "restoreJobId" }],
  };
  story.requires(await shows(story, trip, [{ members: {}, body, isPart: false, exchange }]));
  const restoreJobId = member(recordOf(jsonOf(exchange), "id"), "id");
  return async () => {
    if (typeof restoreJobId !== "string") return undefined;
    const read = await story.ask("getRestoreJob", { path: { restoreJobId } });
    return wasAccepted(read) ? jsonOf(read) : undefined;
  };
}

/** A job still shows its own values after other jobs were created. */
function stillSays(story: Story, sent: Fields, before: unknown, now: unknown): Judgement {
  for (const name of Object.keys(sent).map((one) => story.contract.field(one))) {
    const [was, is] = [member(before, name), member(now, name)];
    if (now === undefined || was === undefined || was === null || isDeepStrictEqual(was, is)) continue;
    return broken(
      `getRestoreJob with ${name} ${quoted(was)} after another job was created`,
      is === undefined ? "no such member" : quoted(is),
    );
  }
  return upheld;
}

/** A job that shows its desired moment must show the one that was sent. */
function desires(moment: number, job: unknown): Judgement {
  const date = member(member(job, "desiredTimestamp"), "date");
  const at = Date.parse(String(date));
  return expects(
    Number.isNaN(at) || Math.floor(at / 1_000) === moment,
    `desiredTimestamp with the date ${new Date(moment * 1_000).toISOString()}, as it was asked for`,
    () => quoted(date),
  );
}

/** A moment that the backups of the known cluster include: just after the known snapshot. */
async function momentOf(story: Story): Promise<number> {
  const read = await story.prepares("getSnapshot", {}, "reading the known snapshot");
  const created = Date.parse(String(member(read.json, "createdAt")));
  return Number.isNaN(created)
    ? story.cannot("the known snapshot does not show when it was created")
    : Math.ceil(created / 1_000) + 1;
}

/** Why the cluster may have no points in time to restore; only version 1.0 shows whether it has them. */
async function lacksPoints(story: Story): Promise<string | undefined> {
  const { contract } = story;
  const why = "the known cluster does not show pitEnabled true, so there may be no points in time to restore";
  if (contract.route("listClusters", "1.0") === undefined) return why;
  const clusters = await wholeList((page) => story.ask("listClusters", { version: "1.0", ...page }));
  const cluster = clusters?.find((one) => member(one, "name") === known(story, "clusterName"));
  return member(cluster, contract.field("pitEnabled")) === true ? undefined : why;
}

/** The rules on restores other than downloads. */
export const restoresToClusters: readonly Requirement[] = [
  restore({
    id: "RST-AUTOMATED",
    text: "An automated restore of a snapshot to a cluster is accepted, and its job shows the target.",
    requests: 8,
    tell: async (story) => {
      await restores(story, bodyTo(story, { deliveryType: "automated" }));
      return upheld;
    },
  }),
  restore({
    id: "RST-POINT-IN-TIME",
    text: "A restore of a point in time to a cluster is accepted, in seconds and in oplogTs with oplogInc, if the restored cluster has such points, and its job shows that moment.",
    requests: 16,
    tell: async (story) => {
      const moment = await momentOf(story);
      const inPoints: Fields = { deliveryType: "pointInTime", snapshotId: undefined };
      const byPoint = (change: Fields): Fields => bodyTo(story, { ...inPoints, ...change });
      const inOplog = byPoint({ oplogTs: moment, oplogInc: 1 });
      const first = await restores(story, inOplog, () => lacksPoints(story));
      const before = await first();
      const second = await restores(story, byPoint({ pointInTimeUTCSeconds: moment }), () => lacksPoints(story));
      for (const job of [before, await second()]) story.requires(desires(moment, job));
      return stillSays(story, inOplog, before, await first());
    },
  }),
];
