// Compliance policies and backup schedules.
import { accepted, asked, eachRecord, queryOf, withBody } from "../answers.mjs";
import { around, ask, both, everyRecord, readAt, refuses, tells } from "../asking.mjs";
import { isSignedBy } from "../second/helpers.mjs";
import { withMembers } from "../seventh/helpers.mjs";
import { schedulesOf } from "../sixth/helpers.mjs";
import { same, turnsAway } from "../third/helpers.mjs";
import { placeOf } from "./helpers.mjs";

const POLICY = ["getBackupCompliancePolicy", "updateBackupCompliancePolicy"];
const SCHEDULE = ["getBackupSchedule", "updateBackupSchedule"];
const HOUR = 60 * 60 * 1000;
const BATCH = 100;
const ADDRESS_WITH_PLUS = /^[a-z0-9.]+\+[a-z0-9.]+@[a-z0-9.-]+$/i;

const noPlus = ({ shows }) =>
  refuses(
    [POLICY[1]],
    ({ authorizedEmail }) => ADDRESS_WITH_PLUS.test(authorizedEmail),
    { authorizedEmail: "no address" },
    shows,
  );

/** All items of a policy are in one table, and the read returns all of them. */
const allItems = ({ shows }) =>
  tells(
    [POLICY[0]],
    ({ onDemandPolicyItem, scheduledPolicyItems = [], ...policy }) =>
      onDemandPolicyItem === undefined
        ? undefined
        : { ...policy, onDemandPolicyItem, scheduledPolicyItems: [...scheduledPolicyItems, onDemandPolicyItem] },
    shows,
  );

/** A missing parameter counts as false. */
const keptUnlessAsked = ({ caller, shows }) =>
  around(
    [POLICY[1]],
    ({ values: { groupId } }) => schedulesOf(caller, groupId),
    async (request, _answer, before) => {
      if (queryOf(request).has("overwriteBackupPolicies")) return;
      const { groupId } = request.values;
      for (const { clusterName, policies, restoreWindowDays } of before) {
        const after = await ask(caller, "getBackupSchedule", { groupId, clusterName });
        if (same(after.json?.policies, policies) && after.json.restoreWindowDays === restoreWindowDays) continue;
        await ask(caller, "updateBackupSchedule", { groupId, clusterName }, { policies, restoreWindowDays });
        shows();
      }
    },
  );

const PROTECTED = {
  status: 409,
  errorCode: "SNAPSHOT_COPY_PROTECTED",
  detail: "The compliance policy protects snapshots.",
};

/** Does not check whether the snapshot was copied at all. */
const allProtected = ({ caller, key, shows }) =>
  turnsAway(
    "deleteSnapshot",
    PROTECTED,
    async (request) => {
      if (!isSignedBy(request, key)) return false;
      const { groupId } = request.values;
      const { json: policy } = await ask(caller, "getBackupCompliancePolicy", { groupId });
      if (policy?.copyProtectionEnabled !== true) return false;
      return (await readAt(caller, request))?.copyRegions?.length === 0;
    },
    shows,
  );

/** The check first tests whether there is a value, and treats 0 as none. */
const zeroUnchecked = ({ shows }) => {
  const zero = new Set();
  return async (request, pass) => {
    if (request.operation === POLICY[1]) zero.clear();
    if (!SCHEDULE.includes(request.operation)) return pass(request);
    const body = request.operation === SCHEDULE[1] ? asked(request) : undefined;
    const { restoreWindowDays, ...rest } = Object(body);
    const answer = await pass(restoreWindowDays === 0 ? withBody(request, rest) : request);
    if (!accepted(answer)) return answer;
    const place = placeOf(request.values);
    if (restoreWindowDays === 0) zero.add(place);
    else if (restoreWindowDays !== undefined) zero.delete(place);
    if (!zero.has(place)) return answer;
    shows();
    return withMembers(answer, { restoreWindowDays: 0 });
  };
};

/** Shows the moment of the latest snapshot instead of the next one: both are a whole number of intervals away. */
const latestForNext = ({ shows }) =>
  tells(
    [SCHEDULE[0]],
    ({ nextSnapshot, ...schedule }) => {
      const at = Date.parse(nextSnapshot) - 6 * HOUR;
      return at < Date.now() ? { ...schedule, nextSnapshot: new Date(at).toISOString() } : undefined;
    },
    shows,
  );

/** The job after an update processes only one batch of snapshots. */
const oneBatch = ({ caller, shows }) => {
  const earlier = new Map();
  const learn = around(
    [SCHEDULE[1], "changeSnapshotExpiration"],
    (request) => {
      if (request.operation !== SCHEDULE[1] || asked(request)?.updateSnapshots !== true) return [];
      return everyRecord(caller, "listSnapshots", request.values);
    },
    async ({ operation, values }, _answer, before) => {
      if (operation !== SCHEDULE[1]) return earlier.delete(values.snapshotId);
      if (before.length === 0) return undefined;
      const expirations = new Map(before.map(({ id, expiresAt }) => [id, expiresAt]));
      const after = await everyRecord(caller, "listSnapshots", values);
      const changed = after.filter(({ id, expiresAt }) => expirations.has(id) && expirations.get(id) !== expiresAt);
      for (const [at, { id }] of changed.entries())
        if (at < BATCH) earlier.delete(id);
        else if (!earlier.has(id)) earlier.set(id, expirations.get(id));
      return undefined;
    },
  );
  const show = tells(
    ["getSnapshot", "listSnapshots"],
    (content) =>
      eachRecord(content, (one) => {
        const expiresAt = earlier.get(one.id);
        return expiresAt === undefined || expiresAt === one.expiresAt ? undefined : { ...one, expiresAt };
      }),
    shows,
  );
  return both(learn, show);
};

export const schedules = [
  {
    id: "plus-in-email-refused",
    words: "Backup compliance policy: `authorizedEmail` string, email",
    wrong: "An email address with a plus sign is refused as no email address.",
    lie: noPlus,
  },
  {
    id: "on-demand-item-among-scheduled",
    words: "Backup compliance policy: `onDemandPolicyItem`; `scheduledPolicyItems` array of policy item",
    wrong: "The policy is read with its on-demand item among the scheduled ones, too.",
    lie: allItems,
  },
  {
    id: "policies-kept-unless-asked",
    words: "35: `overwriteBackupPolicies` (boolean, default true; overwrite non-complying backup policies)",
    wrong: "Without the parameter the policies that do not comply are left as they are.",
    lie: keptUnlessAsked,
  },
  {
    id: "snapshots-without-copies-protected",
    words: "Backup compliance policy: `copyProtectionEnabled`: prevents deleting backups copied to other regions",
    wrong: "With copy protection, snapshots that were never copied cannot be deleted either.",
    lie: allProtected,
  },
  {
    id: "restore-window-of-zero-accepted",
    words: "Cloud backup schedule: `restoreWindowDays` (int32, positive)",
    wrong: "An update with a restore window of 0 days is carried out.",
    lie: zeroUnchecked,
  },
  {
    id: "next-snapshot-in-past",
    words: "Cloud backup schedule: `nextSnapshot` (date-time, response)",
    wrong: "The schedule is read with the moment of the latest snapshot as that of the next one.",
    lie: latestForNext,
  },
  {
    id: "only-hundred-snapshots-updated",
    words: "Cloud backup schedule: `updateSnapshots`: apply retention changes to earlier snapshots",
    wrong: "Of more than a hundred earlier snapshots only the first hundred are given the new retention.",
    lie: oneBatch,
  },
];
