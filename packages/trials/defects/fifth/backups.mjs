// Export buckets and jobs, the compliance policy, schedules and snapshots.
import { afterwards, both, everyRecord, readAt, refuses, sends, tells } from "../asking.mjs";
import { listOf } from "../second/helpers.mjs";
import { cut, same } from "../third/helpers.mjs";
import { letsIn } from "./helpers.mjs";

const LONGEST_NAME = 63;
const longestRefused = ({ shows }) =>
  refuses(
    ["createExportBucket"],
    ({ bucketName: name, cloudProvider, iamRoleId }) =>
      typeof name === "string" && name.length === LONGEST_NAME && Boolean(cloudProvider && iamRoleId),
    { bucketName: "ab" },
    shows,
  );

const windowBelow = ({ shows }) =>
  refuses(
    ["updateBackupCompliancePolicy"],
    ({ authorizedEmail, restoreWindowDays: days, scheduledPolicyItems: items }) => {
      if (typeof authorizedEmail !== "string") return false;
      const hourly = Array.isArray(items) ? items.find((one) => one?.frequencyType === "hourly") : undefined;
      return Number.isInteger(days) && hourly?.retentionUnit === "days" && hourly.retentionValue === days;
    },
    { restoreWindowDays: 0 },
    shows,
  );

const jobsOfProject = ({ caller, shows }) =>
  tells(
    ["listExportJobs"],
    async (content, request) => {
      const { groupId } = request.values;
      const jobs = [];
      for (const { name } of await listOf(caller, "listClusters", { groupId }))
        jobs.push(...(await everyRecord(caller, "listExportJobs", { groupId, clusterName: name })));
      const other = cut(content, request, jobs);
      return same(other, content) ? undefined : other;
    },
    shows,
  );

/** The hour and the minute are stored as one time of day. */
const wholeHour = ({ caller, shows }) =>
  sends(
    ["updateBackupSchedule"],
    async (body, request) => {
      const { referenceHourOfDay: hour, referenceMinuteOfHour: minute } = body;
      if (!Number.isInteger(hour) || minute !== undefined) return undefined;
      const before = await readAt(caller, request);
      return before?.referenceMinuteOfHour > 0 ? { ...body, referenceMinuteOfHour: 0 } : undefined;
    },
    shows,
  );

const unitOfDays = ({ shows }) =>
  sends(
    ["changeSnapshotExpiration"],
    (body) => (body.retentionUnit === undefined ? { ...body, retentionUnit: "DAYS" } : undefined),
    shows,
  );

/** A counter is incremented with each snapshot, and never decremented. */
const countKept = ({ shows }) => {
  const deleted = new Map();
  const placeOf = ({ groupId, clusterName }) => `${groupId}/${clusterName}`;
  const learn = afterwards(["deleteSnapshot"], ({ values }) =>
    deleted.set(placeOf(values), (deleted.get(placeOf(values)) ?? 0) + 1),
  );
  const show = tells(
    ["listSnapshots"],
    (content, { values }) => {
      const more = deleted.get(placeOf(values));
      if (more === undefined || content.totalCount === undefined) return undefined;
      return { ...content, totalCount: content.totalCount + more };
    },
    shows,
  );
  return both(learn, show);
};

export const backups = [
  {
    id: "longest-bucket-name-refused",
    words: "Snapshot export bucket: `bucketName` (string, 3 to 63 characters)",
    wrong: "A name of 63 characters is refused.",
    lie: longestRefused,
  },
  {
    id: "window-as-long-as-retention-refused",
    words: "Compliance policy: `restoreWindowDays` must not exceed the hourly retention time",
    wrong: "A restore window that is as long as the hourly retention is refused.",
    lie: windowBelow,
  },
  {
    id: "export-jobs-of-project",
    words: "36: list export jobs of a cluster: G, `clusterName`",
    wrong: "The export jobs of all clusters of the project are listed.",
    lie: jobsOfProject,
  },
  {
    id: "new-hour-resets-minute",
    words: "45: update backup schedule: body contains only the fields to change",
    wrong: "A change of the reference hour alone sets the minute to 0.",
    lie: wholeHour,
  },
  {
    id: "unit-defaults-to-days",
    words: "51: `{retentionUnit, retentionValue}` both required",
    wrong: "Without a unit, the retention is taken for days.",
    lie: unitOfDays,
  },
  {
    id: "count-not-lowered-by-delete",
    words: "Conventions: paged list response `{results: [record], totalCount: integer}`",
    wrong: "`totalCount` of snapshots still counts those that were deleted.",
    lie: countKept,
  },
  {
    id: "sharded-snapshot-deleted-by-cluster-admin",
    words: "48: sharded-cluster snapshots: Project Owner for delete",
    wrong: "A Project Cluster Admin may delete them.",
    lie: letsIn("deleteShardedSnapshot", "Project Cluster Admin"),
  },
];
