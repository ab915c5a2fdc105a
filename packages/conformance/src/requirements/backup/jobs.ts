import { answered } from "@plumbline/client";
import { isWriteId } from "@plumbline/schemas";
import { acceptsPlainly } from "../../expect/cases.ts";
import { received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { type Fields, isContainer, member } from "../../ground/json.ts";
import { expects } from "../../ground/judgement.ts";
import { quoted, quotedText } from "../../ground/quoted.ts";
import { succeeded } from "../../ground/watched-exchange.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn } from "../../oracles/envelope.ts";
import { repeatsPath } from "../../oracles/repeats-path.ts";
import { notice, probe, type Requirement, type StoryRequirement, watch } from "../../rule/requirement.ts";
import { EARLIEST_MOMENT } from "../../writes/backup-jobs.ts";
import { beyond32Bits } from "../shared/beyond-32-bits.ts";
import { carried } from "../shared/carrier.ts";
import { performs } from "../shared/perform.ts";
import { refusesBodies } from "../shared/refused-writes.ts";
import { ON_CLUSTER } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { backupShape, backupStory, OPERATIONS, shapeOf } from "./backup-rules.ts";
import { exportBody, restoreBody } from "./job-steps.ts";

const EXPORT = "Resources and their fields > Snapshot export job";
const RESTORE = "Resources and their fields > Restore job (dedicated cluster)";
const STATES = "States and transitions";
const creates = is("createRestoreJob", "createServerlessRestoreJob");
const returnsServerless = is("listServerlessRestoreJobs", "createServerlessRestoreJob", "getServerlessRestoreJob");

const restoreShape = shapeOf();

type Rule = Pick<StoryRequirement, "id" | "text" | "section" | "on"> &
  Partial<Pick<StoryRequirement, "basis" | "risk" | "mock">>;

/** A rule that the target refuses these bodies although it accepts a valid one: members are replaced or omitted. */
const refusals = (
  rule: Rule,
  faults: Readonly<Record<string, Fields>>,
  body: (story: Story, change: Fields) => Fields,
  takes?: (story: Story) => Promise<void>,
): Requirement =>
  backupStory({
    risk: "costly",
    ...rule,
    stage: "refused-writes",
    needs: ON_CLUSTER,
    requests: 4 + (takes === undefined ? 0 : 5) + Object.keys(faults).length,
    tell: async (story) => {
      await takes?.(story);
      const steps = Object.entries(faults).map(([name, change]) => [name, { body: body(story, change) }] as const);
      return refusesBodies(story, Object.fromEntries(steps));
    },
  });

const TOO_EARLY = EARLIEST_MOMENT - 1;

/**
 * The description does not say whether a download may have an oplogTs. If the target accepts the second earliest
 * moment, it must accept the earliest. A job cannot be removed, so the create that checks share carries the earliest.
 */
async function takesEarliest(story: Story): Promise<void> {
  const operation = story.subject.operation.id;
  if (!isWriteId(operation)) return;
  const edge = await carried(story, operation, "body");
  if (!wasRefused(edge)) return;
  const next = await story.ask(operation, {
    body: restoreBody(story, { oplogInc: 1, oplogTs: EARLIEST_MOMENT + 1 }),
    due: "open",
  });
  story.must(!wasAccepted(next), `2xx for oplogTs ${EARLIEST_MOMENT}, as for a second more`, received(edge));
}

const exportJobs: readonly Requirement[] = [
  refusals(
    {
      id: "EXJ-REQUIRED",
      basis: "derived:D1",
      text: "Creating an export job needs exportBucketId and snapshotId.",
      section: OPERATIONS,
      on: is("createExportJob"),
    },
    {
      "a body without exportBucketId": { exportBucketId: undefined },
      "a body without snapshotId": { snapshotId: undefined },
      "a malformed exportBucketId": { exportBucketId: "plumbline" },
      "a malformed snapshotId": { snapshotId: "plumbline" },
    },
    exportBody,
  ),
  refusals(
    {
      id: "EXJ-CUSTOMDATA",
      text: "customData is an array of objects with the texts key and value.",
      section: EXPORT,
      on: is("createExportJob"),
    },
    {
      "customData as an object": { customData: { a: "b" } },
      "numbers as key and value": { customData: [{ key: 1, value: 2 }] },
    },
    exportBody,
  ),
  backupShape({
    id: "EXJ-FIELDS",
    text: "Members of an export job have the listed types.",
    section: EXPORT,
    on: is("listExportJobs", "createExportJob", "getExportJob"),
  }),
  notice({
    id: "EXJ-STATES",
    level: "UNSPECIFIED",
    text: "States of an export job other than Cancelled, and the moves between them, are not given.",
    section: STATES,
    on: is("createExportJob", "getExportJob"),
    notice: ({ answer }) => {
      const state = member(answer.json, "state");
      return succeeded(answer) && typeof state === "string" ? `state ${quotedText(state, 40)}` : undefined;
    },
  }),
];

const restoreJobs: readonly Requirement[] = [
  refusals(
    {
      id: "RST-DELIVERY-ENUM",
      text: "Creating a restore job needs deliveryType: automated, download or pointInTime.",
      section: RESTORE,
      on: creates,
    },
    {
      "a body without deliveryType": { deliveryType: undefined },
      "an unknown deliveryType": { deliveryType: "plumbline" },
      "a deliveryType in capitals": { deliveryType: "DOWNLOAD" },
    },
    restoreBody,
  ),
  refusals(
    { id: "RST-OPLOGINC", text: "oplogInc is a whole number of 32 bits, 1 or more.", section: RESTORE, on: creates },
    Object.fromEntries([0, -1, 1.5, beyond32Bits(1)].map((oplogInc) => [`oplogInc ${oplogInc}`, { oplogInc }])),
    restoreBody,
  ),
  refusals(
    {
      id: "RST-OPLOGTS",
      text: "oplogTs counts seconds since the epoch in 32 bits, 1199145600 or more.",
      section: RESTORE,
      on: creates,
    },
    Object.fromEntries(
      [TOO_EARLY, TOO_EARLY + 1.5, beyond32Bits(TOO_EARLY + 1)].map((oplogTs) => [`oplogTs ${oplogTs}`, { oplogTs }]),
    ),
    restoreBody,
    takesEarliest,
  ),
  refusals(
    {
      id: "RST-PIT",
      text: "pointInTimeUTCSeconds is a whole number of 32 bits, 1199145600 or more.",
      section: RESTORE,
      on: creates,
    },
    Object.fromEntries(
      [TOO_EARLY, TOO_EARLY + 1.5, beyond32Bits(TOO_EARLY + 1)].map((seconds) => [
        `pointInTimeUTCSeconds ${seconds}`,
        { pointInTimeUTCSeconds: seconds },
      ]),
    ),
    restoreBody,
  ),
  refusals(
    {
      id: "RST-TARGETCLUSTER",
      text: "targetClusterName keeps to the pattern of cluster names.",
      section: RESTORE,
      on: creates,
    },
    {
      'targetClusterName "-bad"': { targetClusterName: "-bad" },
      "targetClusterName of 65 characters": { targetClusterName: "a".repeat(65) },
    },
    restoreBody,
  ),
  refusals(
    {
      id: "RST-IDS",
      basis: "derived:D1",
      text: "snapshotId and targetGroupId of a restore job are ids.",
      section: RESTORE,
      on: creates,
    },
    {
      'snapshotId "plumbline"': { snapshotId: "plumbline" },
      'targetGroupId "plumbline"': { targetGroupId: "plumbline" },
    },
    restoreBody,
  ),
  backupShape({
    id: "RST-FIELDS",
    text: "Members of a restore job have the listed types.",
    section: RESTORE,
    on: is("listRestoreJobs", "createRestoreJob", "getRestoreJob"),
  }),
  refusals(
    {
      id: "RST-TARGETGROUP",
      text: "An automated or point-in-time restore to a target needs targetGroupId.",
      section: OPERATIONS,
      mock: "its document cannot say which members go together",
      // If the target wrongly carries it out, it overwrites the contents of the cluster.
      risk: "irreversible",
      on: is("createRestoreJob"),
    },
    {
      "an automated restore to a cluster of no project": { deliveryType: "automated" },
      "a point-in-time restore to a cluster of no project": {
        deliveryType: "pointInTime",
        pointInTimeUTCSeconds: TOO_EARLY + 1,
        snapshotId: undefined,
      },
    },
    (story, change) => {
      const { clusterName, restoreTargetClusterName = clusterName } = story.world.fixtures;
      return restoreBody(story, { targetClusterName: restoreTargetClusterName, ...change });
    },
  ),
  backupStory({
    id: "RST-CANCEL",
    text: "Cancelling a restore job is answered with an empty object.",
    section: OPERATIONS,
    risk: "costly",
    on: is("cancelRestoreJob"),
    requests: 4,
    tell: async (story) => {
      const exchange = await performs(story, "cancelRestoreJob");
      if (!wasAccepted(exchange) || !answered(exchange))
        return story.cannot(`cancelling a restore job is not accepted (${received(exchange)})`);
      const { body, json } = exchange.response;
      const empty = body.trim() === "" || (isContainer(json) && Object.keys(json).length === 0);
      return expects(empty, "an empty object, or no body", () => quoted(json ?? body));
    },
  }),
  notice({
    id: "RST-FLAGS",
    level: "UNSPECIFIED",
    text: "When cancelled, expired and failed change, and what cancelling a finished job does, is not given.",
    section: STATES,
    on: is("getRestoreJob"),
    notice: ({ answer }) => {
      const set = ["cancelled", "expired", "failed"].filter((name) => member(answer.json, name) === true);
      return set.length === 0 ? undefined : `${set.join(", ")} true`;
    },
  }),
];

const serverless: readonly Requirement[] = [
  refusals(
    {
      id: "SLS-RST-REQUIRED",
      text: "Creating a serverless restore job needs targetClusterName and targetGroupId.",
      section: OPERATIONS,
      on: is("createServerlessRestoreJob"),
    },
    {
      "a body without targetClusterName": { targetClusterName: undefined },
      "a body without targetGroupId": { targetGroupId: undefined },
    },
    restoreBody,
  ),
  watch({
    id: "SLS-RST-SHAPE",
    level: "MUST",
    basis: "stated",
    text: "A serverless restore job has the members of a restore job, but neither components nor privateDownloadDeliveryUrls.",
    section: RESTORE,
    on: returnsServerless,
    examine: (watched) => {
      const shape = restoreShape(watched);
      if (shape === undefined || shape.kind !== "holds") return shape;
      const { json } = watched.answer;
      const shown = (listIn(json) ?? [json]).flatMap((job) =>
        ["components", "privateDownloadDeliveryUrls"].filter((name) => !isNothing(member(job, name))),
      );
      return expects(shown.length === 0, "no components and no privateDownloadDeliveryUrls", () => `${shown[0]} shown`);
    },
  }),
  backupShape({
    id: "SLS-SNAP-SHAPE",
    text: "Members of a serverless snapshot have the listed types.",
    section: "Resources and their fields > Snapshot",
    on: is("listServerlessSnapshots", "getServerlessSnapshot"),
  }),
  watch({
    id: "SLS-NAME",
    level: "MUST",
    basis: "stated",
    text: "Under serverless paths the clusterName is the name of the instance.",
    section: OPERATIONS,
    mock: "it shows examples",
    on: is("listServerlessSnapshots", "getServerlessSnapshot"),
    examine: repeatsPath("clusterName", "serverlessInstanceName"),
  }),
  probe({
    id: "VER-2-BACKUP-OPS",
    level: "MUST",
    basis: "stated",
    text: "Version 2 serves sharded-cluster snapshots and serverless restore jobs; what its schedule update takes has rules of its own.",
    section: "Versioning",
    stage: "read",
    on: (subject) => subject.version === "2" && is("listShardedSnapshots", "listServerlessRestoreJobs")(subject),
    cases: (context) => [acceptsPlainly(context, "a plain call")],
  }),
];

/** Whether a value equals an omitted list: a list without items means the same. */
const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** The rules on export jobs, restore jobs, and snapshots and jobs of serverless instances. */
export const backupJobs: readonly Requirement[] = [...exportJobs, ...restoreJobs, ...serverless];
