// The backup compliance policy and backup schedules.
import { accepted, asked, queryOf, withBody } from "../answers.mjs";
import { afterwards, answeredBy, ask, readAt, refuses, sends, tells } from "../asking.mjs";
import { isSignedBy, withQuery } from "../second/helpers.mjs";
import { same, withoutCredentials } from "../third/helpers.mjs";
import { otherClusters, schedulesOf } from "./helpers.mjs";

const LEAST_DAYS = { weeks: 7, months: 28, years: 365 };

const numbersOnly = ({ shows }) =>
  refuses(
    ["updateBackupCompliancePolicy"],
    ({ authorizedEmail, restoreWindowDays: days, scheduledPolicyItems: items }) => {
      if (typeof authorizedEmail !== "string" || !Number.isInteger(days) || !Array.isArray(items)) return false;
      const { retentionUnit, retentionValue } = Object(items.find((one) => one?.frequencyType === "hourly"));
      return days > retentionValue && days <= retentionValue * LEAST_DAYS[retentionUnit];
    },
    { restoreWindowDays: 0 },
    shows,
  );

/** The presence of the parameter counts, not its value. */
const falseOverwrites =
  ({ caller, key, shows }) =>
  async (request, pass) => {
    const isAsked =
      request.operation === "updateBackupCompliancePolicy" &&
      queryOf(request).get("overwriteBackupPolicies") === "false" &&
      isSignedBy(request, key);
    if (!isAsked) return pass(request);
    const policies = async () =>
      (await schedulesOf(caller, request.values.groupId)).map((one) => [one.clusterName, one.policies]);
    const before = await policies();
    const base = await pass(withoutCredentials(request));
    const { target } = withQuery(request, { overwriteBackupPolicies: undefined });
    const answer = await answeredBy(caller, request, base, target);
    if (accepted(answer) && !same(await policies(), before)) shows();
    return answer;
  };

const deletedInProject = ({ caller, shows }) =>
  afterwards(["deleteBackupSchedules"], async ({ values }) => {
    for (const clusterName of await otherClusters(caller, values)) {
      const place = { ...values, clusterName };
      const { status, json } = await ask(caller, "getBackupSchedule", place);
      if (status !== 200 || !(json.policies?.length > 0)) continue;
      if ((await ask(caller, "deleteBackupSchedules", place)).status < 300) shows();
    }
  });

const zeroLeftOut = ({ shows }) =>
  tells(
    ["getBackupSchedule"],
    ({ referenceHourOfDay: hour, referenceMinuteOfHour: minute, ...content }) => {
      if (hour !== 0 && minute !== 0) return undefined;
      const kept = { ...(hour !== 0 && { referenceHourOfDay: hour }) };
      return { ...content, ...kept, ...(minute !== 0 && { referenceMinuteOfHour: minute }) };
    },
    shows,
  );

const emptyIsKept = ({ caller, shows }) =>
  sends(
    ["updateBackupSchedule"],
    async (body, request) => {
      const { extraRetentionSettings: sent } = body;
      if (!Array.isArray(sent) || sent.length > 0) return undefined;
      const { extraRetentionSettings } = Object(await readAt(caller, request));
      return extraRetentionSettings?.length > 0 ? { ...body, extraRetentionSettings } : undefined;
    },
    shows,
  );

const PLAIN = [
  "referenceHourOfDay",
  "referenceMinuteOfHour",
  "restoreWindowDays",
  "useOrgAndGroupNamesInExportPrefix",
  "extraRetentionSettings",
];

/** The record is read when a change arrives, and written as a whole later. */
const changeLost = ({ caller, shows }) => {
  const writing = new Map();
  async function write(request, pass, before, body) {
    const now = await readAt(caller, request);
    const isLost = (name) => body[name] === undefined && before[name] !== undefined && !same(before[name], now?.[name]);
    const lost = PLAIN.filter(isLost).map((name) => [name, before[name]]);
    if (lost.length === 0) return pass(request);
    const answer = await pass(withBody(request, { ...body, ...Object.fromEntries(lost) }));
    if (accepted(answer)) shows();
    return answer;
  }
  return async (request, pass) => {
    const body = request.operation === "updateBackupSchedule" ? asked(request) : undefined;
    const before = body === undefined ? undefined : await readAt(caller, request);
    if (before === undefined) return pass(request);
    const place = `${request.values.groupId}/${request.values.clusterName}`;
    const turn = Promise.resolve(writing.get(place)).then(() => write(request, pass, before, body));
    writing.set(
      place,
      turn.catch(() => undefined),
    );
    return turn;
  };
};

export const schedules = [
  {
    id: "window-compared-without-unit",
    words: "Compliance policy: `restoreWindowDays` must not exceed the hourly retention time",
    wrong: "A window within an hourly retention of some weeks is refused when it has more days than that has weeks.",
    lie: numbersOnly,
  },
  {
    id: "false-overwrites-policies",
    words: "35: `overwriteBackupPolicies` (boolean, default true; overwrite non-complying backup policies)",
    wrong: "With `overwriteBackupPolicies=false` the policies that do not comply are overwritten all the same.",
    lie: falseOverwrites,
  },
  {
    id: "schedules-of-project-deleted",
    words: "43: delete backup schedule of a cluster: G, `clusterName`",
    wrong: "The schedules of all other clusters of the project are deleted, too.",
    lie: deletedInProject,
  },
  {
    id: "midnight-left-out-of-schedule",
    words: "Cloud backup schedule: `referenceHourOfDay` (int32, UTC hour), `referenceMinuteOfHour` (int32)",
    wrong: "A reference hour or minute of 0 is missing from the schedule that is read.",
    lie: zeroLeftOut,
  },
  {
    id: "extra-retention-never-emptied",
    words: "45: update backup schedule: body contains only the fields to change",
    wrong: "An empty `extraRetentionSettings` leaves those from before.",
    lie: emptyIsKept,
  },
  {
    id: "change-at-same-time-lost",
    words: "45: update backup schedule: body contains only the fields to change",
    wrong: "Of two changes of different fields that arrive together, the later one undoes the earlier one.",
    lie: changeLost,
  },
];
