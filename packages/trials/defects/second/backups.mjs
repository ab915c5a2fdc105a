// Schedules, snapshots, restore jobs, serverless backups.
import { accepted, asked, contentOf, eachRecord, queryOf } from "../answers.mjs";
import { around, ask, everyRecord, pageOf, readAt, refuses, sends, tells, wholeList } from "../asking.mjs";
import { isFirst, listOf, succeeded } from "./helpers.mjs";

const clearsExtra = ({ caller, shows }) =>
  sends(
    ["updateBackupSchedule"],
    async (body, request) => {
      if (!Array.isArray(body.policies) || body.extraRetentionSettings !== undefined) return undefined;
      const current = await readAt(caller, request);
      return current?.extraRetentionSettings?.length > 0 ? { ...body, extraRetentionSettings: [] } : undefined;
    },
    shows,
  );

const exportingStays = ({ caller, shows }) =>
  around(
    ["deleteBackupSchedules"],
    (request) => readAt(caller, request),
    async (request, _answer, before) => {
      if (before?.autoExportEnabled !== true || !(before.policies?.length > 0)) return;
      const policies = before.policies.map(({ id, policyItems }) => ({
        id,
        policyItems: policyItems.map(({ id: _id, ...item }) => item),
      }));
      const { status } = await ask(caller, "updateBackupSchedule", request.values, { policies });
      if (status < 300) shows();
    },
  );

const YEAR = 365;
const yearAtMost = ({ shows }) =>
  sends(
    ["takeSnapshot"],
    (body) => (body.retentionInDays > YEAR ? { ...body, retentionInDays: YEAR } : undefined),
    shows,
  );

const SHOWING = ["getSnapshot", "listSnapshots", "changeSnapshotExpiration"];

const neverShortened = ({ caller, shows }) => {
  const kept = new Map();
  const show = tells(
    SHOWING,
    (content) =>
      eachRecord(content, (one) =>
        kept.has(one.id) && kept.get(one.id) !== one.expiresAt ? { ...one, expiresAt: kept.get(one.id) } : undefined,
      ),
    shows,
  );
  return async (request, pass) => {
    if (request.operation !== "changeSnapshotExpiration") return show(request, pass);
    const before = await readAt(caller, request);
    return show(request, async (sent) => {
      const answer = await pass(sent);
      if (!accepted(answer) || before?.snapshotType !== "onDemand") return answer;
      const { id, expiresAt } = contentOf(answer);
      const current = kept.get(id) ?? before.expiresAt;
      if (Date.parse(expiresAt) < Date.parse(current)) kept.set(id, current);
      else kept.delete(id);
      return answer;
    });
  };
};

const sameDescription =
  ({ caller, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "takeSnapshot" || answer.status !== 409) return answer;
    const { description } = Object(asked(request));
    const all = await everyRecord(caller, "listSnapshots", request.values);
    const first = all.find(
      (one) =>
        one.snapshotType === "onDemand" &&
        ["queued", "inProgress"].includes(one.status) &&
        one.description === description,
    );
    if (first === undefined || description === undefined) return answer;
    shows();
    return succeeded(request, answer, first);
  };

const olderGoesAlong = ({ caller, shows }) =>
  around(
    ["deleteShardedSnapshot"],
    (request) => listOf(caller, "listShardedSnapshots", request.values),
    async (request, _answer, before) => {
      const { snapshotId } = request.values;
      const gone = before.find(({ id }) => id === snapshotId);
      if (gone?.snapshotType !== "scheduled") return;
      const older = before
        .filter((one) => one.createdAt < gone.createdAt && one.frequencyType === gone.frequencyType)
        .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[0];
      if (older === undefined) return;
      const { status } = await ask(caller, "deleteShardedSnapshot", { ...request.values, snapshotId: older.id });
      if (status < 300) shows();
    },
  );

const uncountedSkips = ({ caller, shows }) =>
  tells(
    ["listSnapshots"],
    async (content, request) => {
      const { size, page } = pageOf(request);
      if (queryOf(request).get("includeCount") !== "false" || page < 2 || content.results.length === 0)
        return undefined;
      const all = await wholeList(caller, request);
      const from = (page - 1) * (size + 1);
      return { ...content, results: all.slice(from, from + size) };
    },
    shows,
  );

const twinsCancelled = ({ caller, shows }) =>
  around(
    ["cancelRestoreJob"],
    (request) => readAt(caller, request),
    async (request, _answer, before) => {
      if (before?.snapshotId === undefined) return;
      for (const one of await everyRecord(caller, "listRestoreJobs", request.values)) {
        const isOpen = !one.cancelled && !one.failed && one.finishedAt === undefined;
        if (one.id === before.id || one.snapshotId !== before.snapshotId || !isOpen) continue;
        const { status } = await ask(caller, "cancelRestoreJob", { ...request.values, restoreJobId: one.id });
        if (status < 300) shows();
      }
    },
  );

const ownProject = ({ shows }) =>
  sends(
    ["createRestoreJob"],
    (body, request) =>
      body.deliveryType === "pointInTime" && body.targetGroupId === undefined && body.targetClusterName !== undefined
        ? { ...body, targetGroupId: request.values.groupId }
        : undefined,
    shows,
  );

const FIRST_SECOND = 1199145600;
const notFirstSecond = ({ shows }) =>
  refuses(
    ["createServerlessRestoreJob"],
    ({ pointInTimeUTCSeconds }) => pointInTimeUTCSeconds === FIRST_SECOND,
    { pointInTimeUTCSeconds: FIRST_SECOND - 1 },
    shows,
  );

const TWO_HOURS = 7_200_000;
const withOffset = ({ shows }) =>
  tells(
    ["getServerlessSnapshot"],
    (content, request) => {
      if (!isFirst(request) || content.expiresAt === undefined) return undefined;
      const there = new Date(Date.parse(content.expiresAt) + TWO_HOURS).toISOString().replace("Z", "+02:00");
      return { ...content, expiresAt: there };
    },
    shows,
  );

export const backups = [
  {
    id: "policies-clear-extra-retention",
    words: "45: body contains only the fields to change",
    wrong: "Sending `policies` alone empties `extraRetentionSettings`.",
    lie: clearsExtra,
  },
  {
    id: "exporting-schedule-stays",
    words: "43: removes all schedules",
    wrong: "Where auto export was enabled the policies are there again after the deletion.",
    lie: exportingStays,
  },
  {
    id: "retention-a-year-at-most",
    words: "47: body `{description, retentionInDays: int32 >= 1}`",
    wrong: "A retention of more than 365 days is cut to 365 without a word.",
    lie: yearAtMost,
  },
  {
    id: "on-demand-never-shortened",
    words: "51: change snapshot expiration; response the snapshot",
    wrong: "An on-demand snapshot keeps its expiration when an earlier one is asked for.",
    lie: neverShortened,
  },
  {
    id: "second-snapshot-answered-with-first",
    words: "States, snapshot rule: another on-demand snapshot waits until the first one completes",
    wrong:
      "A second snapshot with the same description is answered with success and the first one's record while that is taken.",
    lie: sameDescription,
  },
  {
    id: "older-sharded-snapshot-goes-along",
    words: "48: delete sharded-cluster snapshot: `snapshotId`",
    wrong: "Deleting a scheduled snapshot of a sharded cluster deletes the next older one of the same frequency too.",
    lie: olderGoesAlong,
  },
  {
    id: "uncounted-snapshots-skip",
    words: "46: list snapshots, PG; `includeCount` only says whether `totalCount` is returned",
    wrong: "With `includeCount` false a snapshot is lost at every page border.",
    lie: uncountedSkips,
  },
  {
    id: "twin-restore-cancelled",
    words: "41: cancel restore job: `restoreJobId`",
    wrong: "Cancelling a job cancels every unfinished job of the same snapshot.",
    lie: twinsCancelled,
  },
  {
    id: "own-project-assumed",
    words: "40: `targetGroupId`, and when it has to be stated",
    wrong: "Point-in-time delivery to a target without `targetGroupId` is accepted: the own project is assumed.",
    lie: ownProject,
  },
  {
    id: "first-second-refused-serverless",
    words: "Limits: `oplogTs`, `pointInTimeUTCSeconds` >= 1199145600; 52: body as 40",
    wrong: "For serverless instances a point in time of exactly 1199145600 is refused.",
    lie: notFirstSecond,
  },
  {
    id: "serverless-expiry-with-offset",
    words: "Conventions: timestamps ISO 8601 date-time strings in UTC",
    wrong: "Version 1.0 tells the expiration of a serverless snapshot with an offset of two hours.",
    lie: withOffset,
  },
];
