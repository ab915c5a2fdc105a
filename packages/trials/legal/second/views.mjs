// Views of records: `null`, other ids, another order, another clock.
import { accepted, asked, eachRecord, withBody } from "../../defects/answers.mjs";
import { both, repaged, wholeList } from "../../defects/asking.mjs";
import { everywhere, retells } from "../helpers.mjs";
import { momentsTold, OWN } from "../moments.mjs";

const SPARE = new Map(
  [
    [
      ["getAlert", "listAlerts", "listOpenAlertsOfConfig"],
      ["resolved", "lastNotified", "acknowledgementComment", "acknowledgingUsername"],
    ],
    [
      ["getExportJob", "listExportJobs", "createExportJob"],
      ["finishedAt", "prefix", "customData"],
    ],
    [
      ["getRestoreJob", "listRestoreJobs", "createRestoreJob"],
      ["finishedAt", "oplogInc", "oplogTs", "desiredTimestamp", "pointInTimeUTCSeconds"],
    ],
    [
      ["getSnapshot", "listSnapshots", "takeSnapshot"],
      ["description", "masterKeyUUID"],
    ],
    [
      ["getCloudAccessRole", "createCloudAccessRole"],
      ["authorizedDate", "iamAssumedRoleArn"],
    ],
    [["validateMigration", "getMigrationValidation"], ["errorMessage"]],
    [["getAccessLogsByCluster", "getAccessLogsByHost"], ["failureReason"]],
  ].flatMap(([operations, names]) => operations.map((one) => [one, names])),
);

const nulls = retells([...SPARE.keys()], (content, { operation }) =>
  eachRecord(content, (one) => {
    const missing = SPARE.get(operation).filter((name) => one[name] === undefined);
    return missing.length === 0 ? undefined : { ...one, ...Object.fromEntries(missing.map((name) => [name, null])) };
  }),
);

const POLICY = ["getBackupCompliancePolicy", "updateBackupCompliancePolicy"];
const ITEMS = ["onDemandPolicyItem", "scheduledPolicyItems"];

/** Other ids for the items of a compliance policy; the server accepts them in requests. */
const otherIds = (server) => {
  const real = new Map();
  const named = (item) => {
    if (typeof item?.id !== "string") return item;
    const own = `urn:item:${item.id.toUpperCase()}/${item.frequencyType}`;
    real.set(own, item.id);
    return { ...item, id: own };
  };
  const show = retells(POLICY, (content) => {
    const changed = ITEMS.filter((name) => content[name] !== undefined).map((name) => [
      name,
      Array.isArray(content[name]) ? content[name].map(named) : named(content[name]),
    ]);
    return { ...content, ...Object.fromEntries(changed) };
  })(server);
  const understood = (request, pass) => {
    const body = request.operation === "updateBackupCompliancePolicy" ? asked(request) : undefined;
    if (body === undefined) return pass(request);
    return pass(
      withBody(
        request,
        everywhere(body, (name, value) => (name === "id" ? real.get(value) : undefined)),
      ),
    );
  };
  return both(show, understood);
};

const MOVING = ["listAlertConfigs", "listAlerts"];
const latestFirst =
  ({ caller, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (!MOVING.includes(request.operation) || !accepted(answer)) return answer;
    const all = await wholeList(caller, request);
    const sorted = all.toSorted((one, other) => Date.parse(other.updated) - Date.parse(one.updated));
    const told = repaged(request, answer, sorted);
    if (!told.body.equals(answer.body)) shows();
    return told;
  };

const LOGS = ["getAccessLogsByCluster", "getAccessLogsByHost"];

/** Moments that are stored in records; the machines of a cluster record logins themselves. */
const noted = (names, change) =>
  momentsTold(names, (text, { operation }) => (LOGS.includes(operation) ? text : change(text)));

const AHEAD = 5_000;
const ahead = noted(OWN, (text) => new Date(Date.parse(text) + AHEAD).toISOString());

const FINE = ["updated", "updatedDate"];
const whole = noted(
  OWN.filter((name) => !FINE.includes(name)),
  (text) => text.replace(/\.\d+Z$/, "Z"),
);

export const views = [
  {
    id: "null-for-what-is-not-there",
    twist: "What a record does not have is told as `null`: a reason, an end, a comment, a description.",
    legal:
      "The description names fields and is silent about how one that has no value is told; `acknowledgedUntil` stays away.",
    lie: nulls,
  },
  {
    id: "policy-items-with-other-ids",
    twist:
      "Items of the compliance policy have ids like `urn:item:90BC/hourly`, which are understood when they are sent.",
    legal: "Policy item: `id` is a string; the form of ids is stated for others, which are listed by name.",
    lie: otherIds,
  },
  {
    id: "latest-changed-first",
    twist: "Alert configurations and alerts are listed by when they were changed, so that each change moves one.",
    legal: "Conventions: paged list: no order is stated.",
    lie: latestFirst,
  },
  {
    id: "database-clock-ahead",
    twist: "What is noted of records is noted by a clock that is five seconds ahead of that of `Date`.",
    legal: "The description says nothing of clocks, nor that there is one.",
    lie: ahead,
  },
  {
    id: "whole-seconds",
    twist: "Records are noted to the second, also those that a moment within that second made.",
    legal: "Conventions: ISO 8601 date-time: no precision is stated; `updated`, which has to change, keeps its own.",
    lie: whole,
  },
];
