// Writes that damage or change another record of the same kind.
import { asked, contentOf } from "./answers.mjs";
import { afterwards, around, ask, everyRecord, readAt } from "./asking.mjs";
import { defectsOfIndexes } from "./neighbouring-indexes.mjs";

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const isSecret = (value) => /"\*+/.test(JSON.stringify(value));

/** Sends a request, and calls `shows` if the server accepted it. */
async function harm(shows, caller, id, values, body) {
  const { status } = await ask(caller, id, values, body);
  if (status < 300) shows();
}

const acknowledgesAll = ({ caller, shows }) =>
  afterwards(["acknowledgeAlert"], async (request, answer) => {
    const body = asked(request);
    if (body?.acknowledgedUntil === undefined) return;
    const { id, groupId, alertConfigId } = contentOf(answer);
    for (const one of await everyRecord(caller, "listAlerts", { groupId }))
      if (one.id !== id && one.alertConfigId === alertConfigId)
        await harm(shows, caller, "acknowledgeAlert", { groupId, alertId: one.id }, body);
  });

const unacknowledgesAll = ({ caller, shows }) =>
  afterwards(["acknowledgeAlert"], async (request, answer) => {
    if (asked(request)?.acknowledgedUntil !== undefined) return;
    const { id, groupId, eventTypeName } = contentOf(answer);
    for (const one of await everyRecord(caller, "listAlerts", { groupId })) {
      const other = one.id !== id && one.eventTypeName === eventTypeName && one.acknowledgedUntil !== undefined;
      if (other) await harm(shows, caller, "acknowledgeAlert", { groupId, alertId: one.id }, {});
    }
  });

const togglesTwins = ({ caller, shows }) =>
  afterwards(["setAlertConfigEnabled"], async (_request, answer) => {
    const { id, groupId, eventTypeName, enabled } = contentOf(answer);
    for (const one of await everyRecord(caller, "listAlertConfigs", { groupId }))
      if (one.id !== id && one.eventTypeName === eventTypeName && one.enabled !== enabled)
        await harm(shows, caller, "setAlertConfigEnabled", { groupId, alertConfigId: one.id }, { enabled });
  });

/** Targets are stored once per kind and project, so that a new delay reaches every configuration with that kind. */
const sharesTargets = ({ caller, shows }) =>
  afterwards(["updateAlertConfig"], async (request, answer) => {
    const { id, groupId } = contentOf(answer);
    const [{ typeName, delayMin } = {}] = asked(request).notifications;
    if (delayMin === undefined) return;
    for (const one of await everyRecord(caller, "listAlertConfigs", { groupId })) {
      const { enabled, eventTypeName, matchers, notifications } = one;
      const other = notifications.map((target) => (target.typeName === typeName ? { ...target, delayMin } : target));
      if (one.id === id || isSecret(notifications) || same(other, notifications)) continue;
      const body = { enabled, eventTypeName, matchers, notifications: other };
      await harm(shows, caller, "updateAlertConfig", { groupId, alertConfigId: one.id }, body);
    }
  });

const deletesByEvent = ({ caller, shows }) =>
  around(
    ["deleteAlertConfig"],
    (request) => readAt(caller, request),
    async (_request, _answer, before) => {
      const { groupId, eventTypeName } = Object(before);
      if (groupId === undefined) return;
      const others = await everyRecord(caller, "listAlertConfigs", { groupId });
      for (const one of others.filter((other) => other.eventTypeName === eventTypeName))
        await harm(shows, caller, "deleteAlertConfig", { groupId, alertConfigId: one.id });
    },
  );

const deletesBucketsByName = ({ caller, shows }) =>
  around(
    ["deleteExportBucket"],
    (request) => readAt(caller, request),
    async ({ values: { groupId } }, _answer, before) => {
      for (const one of await everyRecord(caller, "listExportBuckets", { groupId }))
        if (one.bucketName === before?.bucketName)
          await harm(shows, caller, "deleteExportBucket", { groupId, exportBucketId: one._id });
    },
  );

const expiresAllOnDemand = ({ caller, shows }) =>
  afterwards(["changeSnapshotExpiration"], async (request, answer) => {
    const { groupId, clusterName } = request.values;
    const { id, snapshotType } = contentOf(answer);
    if (snapshotType !== "onDemand") return;
    for (const one of await everyRecord(caller, "listSnapshots", { groupId, clusterName })) {
      if (one.id === id || one.snapshotType !== snapshotType) continue;
      const values = { groupId, clusterName, snapshotId: one.id };
      await harm(shows, caller, "changeSnapshotExpiration", values, asked(request));
    }
  });

const deletesOlder = ({ caller, shows }) =>
  around(
    ["deleteSnapshot"],
    ({ values: { groupId, clusterName } }) => everyRecord(caller, "listSnapshots", { groupId, clusterName }),
    async ({ values }, _answer, before) => {
      const older = before[before.findIndex(({ id }) => id === values.snapshotId) - 1];
      if (older === undefined) return;
      await harm(shows, caller, "deleteSnapshot", { ...values, snapshotId: older.id });
    },
  );

const cancelsBySnapshot = ({ caller, shows }) =>
  around(
    ["cancelRestoreJob"],
    (request) => readAt(caller, request),
    async ({ values }, _answer, before) => {
      for (const one of await everyRecord(caller, "listRestoreJobs", values))
        if (one.snapshotId === before?.snapshotId && !one.cancelled && one.finishedAt === undefined)
          await harm(shows, caller, "cancelRestoreJob", { ...values, restoreJobId: one.id });
    },
  );

async function otherClusters(caller, { groupId, clusterName }) {
  const all = await everyRecord(caller, "listClusters", { groupId });
  return all.map(({ name }) => name).filter((name) => name !== clusterName);
}

const schedulesByProject = ({ caller, shows }) =>
  afterwards(["updateBackupSchedule"], async (request) => {
    const { referenceHourOfDay } = asked(request);
    const { groupId } = request.values;
    if (referenceHourOfDay === undefined) return;
    for (const clusterName of await otherClusters(caller, request.values))
      await harm(shows, caller, "updateBackupSchedule", { groupId, clusterName }, { referenceHourOfDay });
  });

const analyzersByProject = ({ caller, shows }) =>
  afterwards(["replaceCustomAnalyzers"], async (request, answer) => {
    const { groupId } = request.values;
    for (const clusterName of await otherClusters(caller, request.values))
      await harm(shows, caller, "replaceCustomAnalyzers", { groupId, clusterName }, contentOf(answer));
  });

const auditsByOrganization = ({ caller, neighbour, fixtures, shows }) =>
  afterwards(["updateAuditing"], async (request) => {
    const { groupId, otherGroupId } = fixtures;
    const own = request.values.groupId !== otherGroupId;
    const values = { groupId: own ? otherGroupId : groupId };
    await harm(shows, own ? neighbour : caller, "updateAuditing", values, asked(request));
  });

const endsAllOutages = ({ caller, shows }) =>
  afterwards(["endOutageSimulation"], async (request) => {
    const { groupId } = request.values;
    for (const clusterName of await otherClusters(caller, request.values)) {
      const { json } = await ask(caller, "getOutageSimulation", { groupId, clusterName });
      if (json?.state === "SIMULATING") await harm(shows, caller, "endOutageSimulation", { groupId, clusterName });
    }
  });

export const neighbours = [
  {
    id: "acknowledge-whole-configuration",
    sentence: "Alerts 14: acknowledges the alert with `alertId`",
    what: "Acknowledging one alert acknowledges every alert of its configuration.",
    lie: acknowledgesAll,
  },
  {
    id: "unacknowledge-same-event",
    sentence: "States, Alert: sending neither field unacknowledges (this one)",
    what: "Taking the acknowledgement of one alert back takes it from every alert of the same event type.",
    lie: unacknowledgesAll,
  },
  {
    id: "toggle-twins",
    sentence: "Alert configurations 8: toggles the configuration with `alertConfigId`, only the enabled state",
    what: "A toggle reaches every configuration of the same event type.",
    lie: togglesTwins,
  },
  {
    id: "update-shared-targets",
    sentence: "Alert configurations 9: updates the configuration with `alertConfigId`",
    what: "An update that sets the delay of its first target sets that of every target of the same kind in the project.",
    lie: sharesTargets,
  },
  {
    id: "delete-by-event-type",
    sentence: "Alert configurations 6: deletes the configuration with `alertConfigId`",
    what: "A delete removes every configuration of the same event type.",
    lie: deletesByEvent,
  },
  {
    id: "delete-buckets-by-name",
    sentence: "Cloud backup 32: deletes the bucket with `exportBucketId`",
    what: "Deleting a bucket removes every bucket of the same name.",
    lie: deletesBucketsByName,
  },
  {
    id: "expire-all-on-demand",
    sentence: "Cloud backup 51: changes the expiration of the snapshot with `snapshotId`",
    what: "A new expiration of one on-demand snapshot is given to all on-demand snapshots of the cluster.",
    lie: expiresAllOnDemand,
  },
  {
    id: "delete-older-snapshot",
    sentence: "Cloud backup 49: deletes the snapshot with `snapshotId`",
    what: "Deleting a snapshot removes the one that was taken before it too.",
    lie: deletesOlder,
  },
  {
    id: "cancel-by-snapshot",
    sentence: "Cloud backup 41: cancels the restore job with `restoreJobId`",
    what: "Cancelling one restore job cancels every unfinished job of the same snapshot.",
    lie: cancelsBySnapshot,
  },
  {
    id: "schedule-by-project",
    sentence: "Cloud backup 45: updates the schedule of the cluster `clusterName`",
    what: "A new reference hour of one schedule is given to every cluster of the project.",
    lie: schedulesByProject,
  },
  {
    id: "analyzers-by-project",
    sentence: "Search 16: updates the custom analyzers of the cluster `clusterName`",
    what: "The analyzers of one cluster replace those of every cluster of the project.",
    lie: analyzersByProject,
  },
  {
    id: "auditing-by-organization",
    sentence: "Project auditing configuration; Auditing 26: that of the project `groupId`",
    what: "Updating the auditing configuration of one project updates that of the other.",
    lie: auditsByOrganization,
  },
  {
    id: "end-all-outages",
    sentence: "Outage simulation 67: ends the simulation of the cluster `clusterName`",
    what: "Ending one outage simulation ends those of the other clusters of the project.",
    lie: endsAllOutages,
  },
  ...defectsOfIndexes,
];
