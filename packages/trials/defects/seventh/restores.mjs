// Restore jobs.
import { asked, contentOf } from "../answers.mjs";
import { afterwards, ask, both, readAt, sends, tells, wholeList } from "../asking.mjs";
import { isFirst, isSignedBy } from "../second/helpers.mjs";
import { cut, same, withoutCredentials } from "../third/helpers.mjs";

const MINUTE = 60;
const LATEST = 2 ** 31 - 1;

const toTheMinute = ({ shows }) =>
  sends(
    ["createRestoreJob"],
    ({ pointInTimeUTCSeconds, ...body }) => {
      if (!Number.isInteger(pointInTimeUTCSeconds) || pointInTimeUTCSeconds > LATEST) return undefined;
      if (pointInTimeUTCSeconds % MINUTE === 0) return undefined;
      return { ...body, pointInTimeUTCSeconds: pointInTimeUTCSeconds - (pointInTimeUTCSeconds % MINUTE) };
    },
    shows,
  );

/** The list searches for the cluster among the targets. */
const byTarget = ({ caller, shows }) => {
  const moved = new Map();
  const learn = afterwards(["createRestoreJob"], (request, answer) => {
    const { groupId, clusterName } = request.values;
    const { targetClusterName, targetGroupId = groupId } = asked(request);
    if (targetClusterName === undefined || targetGroupId !== groupId || targetClusterName === clusterName) return;
    moved.set(contentOf(answer).id, { groupId, clusterName, targetClusterName });
  });
  const show = tells(
    ["listRestoreJobs"],
    async (content, request) => {
      const { groupId, clusterName } = request.values;
      const kept = (await wholeList(caller, request)).filter(({ id }) => !moved.has(id));
      for (const [restoreJobId, { targetClusterName, ...source }] of moved) {
        if (source.groupId !== groupId || targetClusterName !== clusterName) continue;
        const { status, json } = await ask(caller, "getRestoreJob", { ...source, restoreJobId });
        if (status === 200) kept.push(json);
      }
      const other = cut(content, request, kept);
      const idsOf = ({ results, totalCount }) => [totalCount, ...results.map(({ id }) => id)];
      return same(idsOf(other), idsOf(content)) ? undefined : other;
    },
    shows,
  );
  return both(learn, show);
};

const isRunning = ({ cancelled, failed, expired, finishedAt }) =>
  finishedAt === undefined && !cancelled && !failed && !expired;

/** The first version answers and does nothing. */
const notCancelled =
  ({ caller, key, shows }) =>
  async (request, pass) => {
    const isAsked = request.operation === "cancelRestoreJob" && isFirst(request) && isSignedBy(request, key);
    if (!isAsked || !isRunning((await readAt(caller, request)) ?? { cancelled: true })) return pass(request);
    const answer = await pass(withoutCredentials(request));
    const rawHeaders = answer.rawHeaders.filter(([name]) => !/^(www-authenticate|content-type)$/i.test(name));
    shows();
    return { ...answer, status: 204, reason: "No Content", rawHeaders, body: Buffer.of() };
  };

export const restores = [
  {
    id: "point-in-time-to-the-minute",
    words: "Restore job: `pointInTimeUTCSeconds` (int32 >= 1199145600)",
    wrong: "The point in time of a job is stored without the seconds of its minute.",
    lie: toTheMinute,
  },
  {
    id: "restore-jobs-by-target",
    words: "39: list restore jobs of a cluster; 40: create restore job: G, `clusterName`; body `{targetClusterName}`",
    wrong: "A new job that restores to another cluster of the project is listed there, and not where it was created.",
    lie: byTarget,
  },
  {
    id: "cancel-in-first-version-does-nothing",
    words: "41: cancel restore job; restore job: `cancelled` (boolean)",
    wrong: "In version 1.0 the cancellation of a job that is under way is answered as a success, and it goes on.",
    lie: notCancelled,
  },
];
