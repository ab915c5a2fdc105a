import { array, boolean, integer, object, open, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { LIMITS } from "../limits.ts";
import { clusterName, dateTime, int32, recordId } from "../vocabulary.ts";
import { copyFrequency } from "./backup-frequency.ts";
import { copySetting, deletedCopy } from "./copy-setting.ts";
import { policyItem, policyItemInput } from "./policy-item.ts";

const off = boolean({ examples: [false] });
const policyId = string({ examples: ["32b6e34b3d91647abb20e7bb"] });

const exportSetting = object(
  {},
  {
    exportBucketId: recordId,
    frequencyType: string({ "x-known-values": ["monthly", "yearly"], examples: ["monthly"] }),
  },
  { title: "ScheduledExport" },
);

/**
 * How long copies of one frequency are kept beyond the policy. The description gives no type for the number of days.
 */
const extraRetention = object(
  {},
  { frequencyType: copyFrequency, retentionDays: open(integer({ minimum: 1, maximum: 365, examples: [7] })) },
  { title: "ExtraRetention" },
);

/**
 * Members that requests can set and answers show in the same form. Values are drawn for days of 24 hours, which no rule
 * states.
 */
const settings = {
  autoExportEnabled: off,
  copySettings: array(copySetting),
  export: exportSetting,
  extraRetentionSettings: array(extraRetention),
  referenceHourOfDay: int32({ "x-suggested": int32({ minimum: 0, maximum: 23, examples: [3] }) }),
  referenceMinuteOfHour: int32({ "x-suggested": int32({ minimum: 0, maximum: 59, examples: [30] }) }),
  useOrgAndGroupNamesInExportPrefix: off,
};

const policyOf = <S extends typeof policyItem | typeof policyItemInput>(item: S, title: string) =>
  object({}, { id: policyId, policyItems: array(item) }, { title });

/**
 * The body of update: any of its members, and at most one policy. Its example deletes no copies and leaves earlier
 * snapshots unchanged. Only the path identifies the cluster of a schedule: `clusterId` and `clusterName` are members of
 * answers, which a correct server may ignore in a body.
 */
export const backupScheduleInput = object(
  {},
  {
    ...settings,
    deleteCopiedBackups: array(deletedCopy, { examples: [[]] }),
    policies: array(policyOf(policyItemInput, "SchedulePolicyInput"), { ...LIMITS.schedulePolicies }),
    restoreWindowDays: int32({ ...LIMITS.restoreWindowDays, examples: [2] }),
    updateSnapshots: off,
  },
  { title: "BackupScheduleInput" },
);
/** The body that changes a schedule: only the members to change. */
export type BackupScheduleInput = Static<typeof backupScheduleInput>;

/** A cluster's schedule in an answer, also in the answer to its deletion; only answers contain `nextSnapshot`. */
export const backupSchedule = object(
  {},
  {
    ...settings,
    clusterId: recordId,
    clusterName,
    nextSnapshot: dateTime,
    policies: array(policyOf(policyItem, "SchedulePolicy")),
    restoreWindowDays: int32({ examples: [2] }),
  },
  { title: "BackupSchedule" },
);
/** A value that `backupSchedule` accepts. */
export type BackupSchedule = Static<typeof backupSchedule>;
