// Restore jobs.
import { accepted, contentOf, withWhole } from "../answers.mjs";
import { around, ask, everyRecord, readAt, sends } from "../asking.mjs";
import { flag } from "../second/helpers.mjs";

const isRunning = ({ cancelled, failed, expired, finishedAt }) =>
  finishedAt === undefined && !cancelled && !failed && !expired;

const cancelledWithOthers = ({ caller, shows }) =>
  around(
    ["cancelRestoreJob"],
    (request) => readAt(caller, request),
    async ({ values }, _answer, before) => {
      if (before?.snapshotId === undefined) return;
      const jobs = await everyRecord(caller, "listRestoreJobs", values);
      for (const { id } of jobs.filter((one) => one.snapshotId === before.snapshotId && isRunning(one))) {
        const { status } = await ask(caller, "cancelRestoreJob", { ...values, restoreJobId: id });
        if (status < 300) shows();
      }
    },
  );

const ownProject = ({ shows }) =>
  sends(
    ["createServerlessRestoreJob"],
    (body, { values }) => (body.targetGroupId === undefined ? { ...body, targetGroupId: values.groupId } : undefined),
    shows,
  );

/** The envelope wraps the return value of a handler, but not its exceptions. */
const bareRefusal =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isAsked = request.operation === "getRestoreJob" && flag(request, "envelope");
    if (!isAsked || accepted(answer) || answer.status === 401) return answer;
    const error = contentOf(answer);
    if (error?.errorCode === undefined) return answer;
    shows();
    return withWhole(answer, error);
  };

export const restores = [
  {
    id: "cancelled-with-same-snapshot",
    words: "41: cancel restore job: `restoreJobId`",
    wrong: "All running jobs from the same snapshot are cancelled with the one that was meant.",
    lie: cancelledWithOthers,
  },
  {
    id: "serverless-target-project-assumed",
    words: "52: create: body with `targetClusterName` and `targetGroupId` required",
    wrong: "Without `targetGroupId` a serverless restore goes to the project of the path.",
    lie: ownProject,
  },
  {
    id: "refusal-without-envelope",
    words: "Conventions: `envelope`: when true the response is wrapped in an envelope object",
    wrong: "The error for a restore job that does not exist is told without the envelope that was asked for.",
    lie: bareRefusal,
  },
];
