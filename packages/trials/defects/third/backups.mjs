// Schedules, snapshots and restore jobs.
import { asked, eachRecord, withBody } from "../answers.mjs";
import { afterwards, around, both, everyRecord, readAt, refuses, sends, tells } from "../asking.mjs";
import { isSecond } from "../second/helpers.mjs";

const addsUp = ({ shows }) => {
  const given = new Map();
  const learn = afterwards(["changeSnapshotExpiration"], (request) => {
    const { retentionUnit, retentionValue } = asked(request);
    const { snapshotId } = request.values;
    if (retentionUnit !== "DAYS") return void given.delete(snapshotId);
    given.set(snapshotId, (given.get(snapshotId) ?? 0) + retentionValue);
  });
  const change = sends(
    ["changeSnapshotExpiration"],
    ({ retentionUnit, retentionValue }, { values: { snapshotId } }) =>
      retentionUnit === "DAYS" && Number.isInteger(retentionValue) && retentionValue > 0 && given.has(snapshotId)
        ? { retentionUnit, retentionValue: retentionValue + given.get(snapshotId) }
        : undefined,
    shows,
  );
  return both(learn, change);
};

const oneMember = ({ shows }) =>
  tells(
    ["listShardedSnapshots"],
    (content) =>
      eachRecord(content, (one) =>
        one.members?.length > 1 ? { ...one, members: one.members.slice(0, 1) } : undefined,
      ),
    shows,
  );

const withoutItemIds = ({ id, policyItems }) => ({
  id,
  policyItems: policyItems.map(({ id: _id, ...item }) => item),
});

const comeBack = ({ caller, shows }) => {
  const removed = new Map();
  const learn = around(
    ["deleteBackupSchedules"],
    (request) => readAt(caller, request),
    (request, _answer, before) => {
      if (before?.policies?.length > 0) removed.set(request.path, before.policies.map(withoutItemIds));
    },
  );
  const update = sends(
    ["updateBackupSchedule"],
    (body, request) => {
      const policies = removed.get(request.path);
      removed.delete(request.path);
      return policies === undefined || body.policies !== undefined ? undefined : { ...body, policies };
    },
    shows,
  );
  return both(learn, update);
};

const appliedAnyway =
  ({ caller, shows }) =>
  async (request, pass) => {
    const body = request.operation === "updateBackupSchedule" ? asked(request) : undefined;
    if (body?.updateSnapshots !== false || body.policies === undefined) return pass(request);
    const snapshots = () => everyRecord(caller, "listSnapshots", request.values);
    const before = new Map((await snapshots()).map(({ id, expiresAt }) => [id, expiresAt]));
    const answer = await pass(withBody(request, { ...body, updateSnapshots: true }));
    const after = await snapshots();
    if (after.some(({ id, expiresAt }) => before.has(id) && before.get(id) !== expiresAt)) shows();
    return answer;
  };

const cancelledUnlisted = ({ shows }) =>
  tells(
    ["listRestoreJobs"],
    (content, request) =>
      isSecond(request)
        ? eachRecord(content, (one) => (one.cancelled === true ? { ...one, cancelled: false } : undefined))
        : undefined,
    shows,
  );

const downloadNeedsTarget = ({ shows }) =>
  refuses(
    ["createRestoreJob"],
    ({ deliveryType, snapshotId, targetGroupId }) =>
      deliveryType === "download" && /^[a-f0-9]{24}$/.test(snapshotId) && targetGroupId === undefined,
    { deliveryType: "none" },
    shows,
  );

const targetIsSource = ({ shows }) =>
  tells(
    ["listServerlessRestoreJobs"],
    (content, { values: { clusterName } }) =>
      eachRecord(content, (one) =>
        one.targetClusterName === undefined || one.targetClusterName === clusterName
          ? undefined
          : { ...one, targetClusterName: clusterName },
      ),
    shows,
  );

export const backups = [
  {
    id: "expiration-adds-up",
    words: "51: change snapshot expiration: `{retentionUnit, retentionValue}`",
    wrong: "A second change in days is added to the first one.",
    lie: addsUp,
  },
  {
    id: "sharded-list-one-member",
    words: "48; sharded cluster snapshot: `members` (array of `{cloudProvider, id, replicaSetName}`)",
    wrong: "The list of sharded-cluster snapshots shows the first member of each only.",
    lie: oneMember,
  },
  {
    id: "deleted-policies-come-back",
    words: "43: removes all schedules; 45: body contains only the fields to change",
    wrong: "The next update of a schedule that was deleted brings its policies back.",
    lie: comeBack,
  },
  {
    id: "earlier-snapshots-changed-anyway",
    words: "Cloud backup schedule: `updateSnapshots` (apply retention changes to earlier snapshots)",
    wrong: "New policies change the expiration of earlier snapshots although `updateSnapshots` is false.",
    lie: appliedAnyway,
  },
  {
    id: "cancelled-job-listed-as-not",
    words: "Restore job: `cancelled` (boolean); 39, 41",
    wrong: "In version 2 the list tells a cancelled job as not cancelled, while it is read as cancelled.",
    lie: cancelledUnlisted,
  },
  {
    id: "download-needs-target",
    words: "40: `targetGroupId`: only a delivery to a cluster, automated or to a point in time, needs it",
    wrong: "A download of a snapshot is refused without `targetGroupId`.",
    lie: downloadNeedsTarget,
  },
  {
    id: "serverless-target-listed-as-source",
    words: "52: list restore jobs of an instance; restore job: `targetClusterName`",
    wrong: "The list names the instance that is restored from as the target of every job.",
    lie: targetIsSource,
  },
];
