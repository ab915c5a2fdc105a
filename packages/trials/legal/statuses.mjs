// The success status, and answers whose body the description does not show: it names none of them.
import { accepted, contentOf } from "../defects/answers.mjs";
import { around, readAt } from "../defects/asking.mjs";
import { succeeds, withMore } from "./helpers.mjs";

/** The same content with another status; `more` derives headers from it. */
const answersWith =
  (status, operations, more = () => []) =>
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (!operations.includes(request.operation) || !accepted(answer) || answer.body.length === 0) return answer;
    shows();
    const content = contentOf(answer);
    return withMore(succeeds(request, answer, status, content), ...more(request, content));
  };

const locationOf = ({ path }, { id, _id, roleId }) => {
  const own = id ?? _id ?? roleId;
  return own === undefined ? [] : [["Location", `${path}/${own}`]];
};

const created = answersWith(
  201,
  [
    "createAlertConfig",
    "createSearchIndex",
    "createSearchIndexLegacy",
    "createExportBucket",
    "createCloudAccessRole",
    "createLinkToken",
    "createCluster",
    "startOutageSimulation",
  ],
  locationOf,
);

const jobs = answersWith(202, [
  "takeSnapshot",
  "createRestoreJob",
  "createServerlessRestoreJob",
  "createExportJob",
  "createMigration",
  "validateMigration",
  "startOutageSimulation",
  "endOutageSimulation",
]);

const updates = answersWith(202, [
  "updateAuditing",
  "updateCustomDns",
  "disablePrivateIpMode",
  "updateBackupSchedule",
  "updateBackupCompliancePolicy",
  "changeSnapshotExpiration",
  "updateSearchIndexById",
  "updateSearchIndexByName",
  "replaceCustomAnalyzers",
  "setAlertConfigEnabled",
  "updateAlertConfig",
  "acknowledgeAlert",
]);

const EMPTY = [
  "deleteSearchIndexByName",
  "deleteSearchIndexById",
  "deleteExportBucket",
  "cancelRestoreJob",
  "deleteSnapshot",
  "deleteShardedSnapshot",
  "deleteLinkToken",
];

const emptyObject =
  (status) =>
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (!EMPTY.includes(request.operation) || !accepted(answer)) return answer;
    shows();
    return succeeds(request, answer, status, {});
  };

/** Answers a deletion with the record as it was. */
const lastWords = ({ caller, shows }) => {
  const seen = new WeakMap();
  const look = around(
    ["deleteAlertConfig"],
    (request) => readAt(caller, request),
    (request, _answer, before) => seen.set(request, before),
  );
  return async (request, pass) => {
    const answer = await look(request, pass);
    const before = seen.get(request);
    if (before === undefined) return answer;
    shows();
    return succeeds(request, answer, 200, { ...before, enabled: false, deletedAt: new Date().toISOString() });
  };
};

const task =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "createCluster" || !accepted(answer)) return answer;
    shows();
    return succeeds(request, answer, 202, { taskId: "t-0001", state: "QUEUED", progress: 0 });
  };

export const statuses = [
  {
    id: "creations-answer-201",
    twist: "What is created is answered with 201 and a relative `Location`.",
    legal: "No operation states the status of its success; RFC 9110 15.3.2 and 10.2.2.",
    lie: created,
  },
  {
    id: "jobs-answer-202",
    twist: "What takes its time (snapshots, restores, exports, migrations, simulations) is answered with 202.",
    legal: "No operation states the status of its success; RFC 9110 15.3.3.",
    lie: jobs,
  },
  {
    id: "updates-answer-202",
    twist: "Updates are answered with 202 and the record.",
    legal: "No operation states the status of its success; RFC 9110 15.3.3.",
    lie: updates,
  },
  {
    id: "deletions-answer-an-empty-object",
    twist: "Deletions are answered with 200 and `{}`.",
    legal: "21, 24, 32, 41, 48, 49, 60: response empty object.",
    lie: emptyObject(200),
  },
  {
    id: "deletions-accepted-for-later",
    twist: "Deletions are answered with 202 and `{}`.",
    legal: "The same operations: response empty object, and no status is stated; RFC 9110 9.3.5.",
    lie: emptyObject(202),
  },
  {
    id: "deleted-configuration-told",
    twist: "Deleting an alert configuration is answered with 200 and the record, as it last was.",
    legal: "6: the success response body: not shown; RFC 9110 9.3.5.",
    lie: lastWords,
  },
  {
    id: "created-cluster-is-a-task",
    twist: "Creating a cluster is answered with 202 and a task in place of the cluster.",
    legal: "70: response of create cluster: not shown.",
    lie: task,
  },
];
