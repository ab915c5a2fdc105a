// Compliance policies and backup schedules.
import { asked } from "../answers.mjs";
import { around, ask, everyRecord, readAt, sends } from "../asking.mjs";
import { isFirst } from "../second/helpers.mjs";
import { otherClusters } from "../sixth/helpers.mjs";
import { same } from "../third/helpers.mjs";
import { lastOfEach, learnsAndTells } from "./helpers.mjs";

const ID = /^[a-f0-9]{24}$/;
const POLICY = ["getBackupCompliancePolicy", "updateBackupCompliancePolicy"];

const userOfFirst = ({ caller, shows }) => {
  const first = new Map();
  const handle = learnsAndTells(
    ({ operation, values }, { updatedUser }) => {
      if (operation === POLICY[1] && !first.has(values.groupId)) first.set(values.groupId, updatedUser);
    },
    POLICY,
    (content, { values }) => {
      const updatedUser = first.get(values.groupId);
      if (updatedUser === undefined || content.updatedUser === undefined) return undefined;
      return updatedUser === content.updatedUser ? undefined : { ...content, updatedUser };
    },
    shows,
  );
  return async (request, pass) => {
    const { operation, values } = request;
    if (operation === POLICY[1] && !first.has(values.groupId)) {
      const { updatedUser } = Object(await readAt(caller, request));
      if (updatedUser !== undefined) first.set(values.groupId, updatedUser);
    }
    return handle(request, pass);
  };
};

const isItem = (one) =>
  typeof one?.frequencyType === "string" &&
  typeof one.retentionUnit === "string" &&
  Number.isInteger(one.frequencyInterval) &&
  Number.isInteger(one.retentionValue);

const oneOfAFrequency = ({ shows }) =>
  sends(
    [POLICY[1]],
    ({ scheduledPolicyItems, ...body }) => {
      if (!Array.isArray(scheduledPolicyItems) || !scheduledPolicyItems.every(isItem)) return undefined;
      const last = lastOfEach(scheduledPolicyItems, ({ frequencyType }) => frequencyType);
      return last === undefined ? undefined : { ...body, scheduledPolicyItems: last };
    },
    shows,
  );

/** The target of exports is read when auto export starts, and not again. */
const targetStays = ({ caller, shows }) =>
  sends(
    ["updateBackupSchedule"],
    async (body, request) => {
      const wanted = body.export?.exportBucketId;
      if (!ID.test(wanted) || body.autoExportEnabled === false) return undefined;
      const { autoExportEnabled, export: before } = Object(await readAt(caller, request));
      if (autoExportEnabled !== true || before?.exportBucketId === undefined) return undefined;
      const { exportBucketId } = before;
      return exportBucketId === wanted ? undefined : { ...body, export: { ...body.export, exportBucketId } };
    },
    shows,
  );

/** Looks up the copies by region. */
const deletedInProject = ({ caller, shows }) =>
  around(
    ["updateBackupSchedule"],
    () => undefined,
    async (request) => {
      const { deleteCopiedBackups } = Object(asked(request));
      if (isFirst(request) || !Array.isArray(deleteCopiedBackups) || deleteCopiedBackups.length === 0) return;
      const { groupId } = request.values;
      for (const clusterName of await otherClusters(caller, request.values)) {
        const copies = async () =>
          (await everyRecord(caller, "listSnapshots", { groupId, clusterName })).map((one) => one.copyRegions);
        const before = await copies();
        if (before.length === 0) continue;
        await ask(caller, "updateBackupSchedule", { groupId, clusterName }, { deleteCopiedBackups });
        if (!same(before, await copies())) shows();
      }
    },
  );

/** The first version writes the whole record with only the members that it knows. */
const clearedByFirst = ({ caller, shows }) =>
  sends(
    ["updateBackupSchedule"],
    async (body, request) => {
      if (!isFirst(request) || body.copySettings !== undefined) return undefined;
      const { copySettings } = Object(await readAt(caller, request));
      return copySettings?.length > 0 ? { ...body, copySettings: [] } : undefined;
    },
    shows,
  );

export const schedules = [
  {
    id: "policy-user-of-first-update",
    words: "Backup compliance policy: `updatedUser` string, response; `updatedDate` date-time",
    wrong: "A policy that somebody else updates still names the user who updated it before.",
    lie: userOfFirst,
  },
  {
    id: "one-scheduled-item-of-a-frequency",
    words: "Backup compliance policy: `scheduledPolicyItems` array of policy item",
    wrong: "Of several scheduled items with the same `frequencyType` only the last is kept.",
    lie: oneOfAFrequency,
  },
  {
    id: "export-target-never-changes",
    words: "45: update backup schedule: body contains only the fields to change; `export` (`{exportBucketId}`)",
    wrong: "While auto export is enabled, another bucket in an update is answered as a success and not stored.",
    lie: targetStays,
  },
  {
    id: "copies-deleted-in-whole-project",
    words: "45: update backup schedule: G, `clusterName`; `deleteCopiedBackups` (update only)",
    wrong: "The copies in that region are deleted at all other clusters of the project, too.",
    lie: deletedInProject,
  },
  {
    id: "copy-settings-cleared-in-first-version",
    words: "45: update backup schedule: body contains only the fields to change",
    wrong: "An update of another field in version 1.0 empties `copySettings`.",
    lie: clearedByFirst,
  },
];
