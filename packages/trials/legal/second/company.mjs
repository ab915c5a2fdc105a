import { ask, both, everyRecord } from "../../defects/asking.mjs";
import { neighbour } from "../company.mjs";
import { everyNth } from "../helpers.mjs";
import { isQuiet } from "./helpers.mjs";

const MOST = 5;

const inProject = async (caller, id, values) => (await everyRecord(caller, id, values))[0];

const exported = neighbour({
  operations: ["listExportJobs", "getExportJob", "createExportJob"],
  async make(caller, { groupId, clusterName }, count) {
    if (count > 2 * MOST) return { status: 409 };
    const { snapshotId, exportBucketId } = await inProject(caller, "listExportJobs", { groupId, clusterName });
    const customData = [{ key: "of", value: `somebody else ${count}` }];
    return ask(caller, "createExportJob", { groupId, clusterName }, { exportBucketId, snapshotId, customData });
  },
  remove: () => ({ status: 404 }),
});

const restored = neighbour({
  operations: ["listRestoreJobs", "getRestoreJob", "createRestoreJob", "cancelRestoreJob"],
  async make(caller, { groupId, clusterName }) {
    const { snapshotId } = await inProject(caller, "listRestoreJobs", { groupId, clusterName });
    return ask(caller, "createRestoreJob", { groupId, clusterName }, { deliveryType: "download", snapshotId });
  },
  remove: (caller, { groupId, clusterName }, restoreJobId) =>
    ask(caller, "cancelRestoreJob", { groupId, clusterName, restoreJobId }),
});

const clusters = neighbour({
  operations: ["listClusters", "createCluster"],
  make: (caller, { groupId }, count) => {
    if (count > MOST) return { status: 409 };
    const providerSettings = { providerName: "PROVIDER_A", instanceSizeName: "M10", regionName: "US_EAST_1" };
    return ask(caller, "createCluster", { groupId }, { name: `Others${count}`, providerSettings });
  },
  remove: () => ({ status: 404 }),
});

/** Before every other request for one of `operations`, another client changes its own record, which `make` created. */
const editor =
  ({ operations, make, edit }) =>
  ({ caller, fixtures, shows }) => {
    const isDue = everyNth(2);
    let own;
    let count = 0;
    let last = Promise.resolve();
    const acts = async (values) => {
      own ??= (await make(caller, values)).json;
      count += 1;
      return edit(caller, values, own, count);
    };
    return async (request, pass) => {
      const { operation, values } = request;
      if (operations.includes(operation) && values.groupId === fixtures.groupId && isDue()) {
        last = last.then(() => acts({ groupId: values.groupId, clusterName: fixtures.clusterName }));
        const { status } = await last.catch(() => ({ status: 500 }));
        last = last.catch(() => undefined);
        if (status < 300) shows();
      }
      return pass(request);
    };
  };

const ownIndex = editor({
  operations: ["listSearchIndexes", "getSearchIndexByName", "updateSearchIndexByName", "deleteSearchIndexById"],
  make: (caller, values) =>
    ask(caller, "createSearchIndex", values, {
      database: "catalogue",
      collectionName: "movies",
      name: "of-a-colleague",
      definition: { mappings: { dynamic: true } },
    }),
  edit: (caller, values, { indexID: indexId }, count) =>
    ask(
      caller,
      "updateSearchIndexById",
      { ...values, indexId },
      { definition: { mappings: { dynamic: count % 2 > 0 } } },
    ),
});

const ownConfig = editor({
  operations: ["listAlertConfigs", "getAlertConfig", "setAlertConfigEnabled", "updateAlertConfig", "createAlertConfig"],
  async make(caller, { groupId }) {
    const all = await everyRecord(caller, "listAlertConfigs", { groupId });
    const like = all.find(({ notifications: [one] }) => ["GROUP", "ORG", "EMAIL"].includes(one.typeName));
    const { eventTypeName, matchers, notifications } = like;
    return ask(caller, "createAlertConfig", { groupId }, { enabled: false, eventTypeName, matchers, notifications });
  },
  edit(caller, { groupId }, { id: alertConfigId, eventTypeName, notifications }, count) {
    const values = { groupId, alertConfigId };
    if (count % 3 > 0) return ask(caller, "setAlertConfigEnabled", values, { enabled: count % 3 === 1 });
    const [first] = notifications;
    const body = { enabled: false, eventTypeName, matchers: [], notifications: [{ ...first, delayMin: count }] };
    return ask(caller, "updateAlertConfig", values, body);
  },
});

/** Acknowledges alerts that no other request has named so far, one after another, and starts again at the end. */
const acknowledges = ({ caller, fixtures, shows }) => {
  const named = new Set();
  const isDue = everyNth(3);
  let count = 0;
  const acts = async (groupId) => {
    const all = await everyRecord(caller, "listAlerts", { groupId });
    const free = all.filter(({ id, status }) => !named.has(id) && status !== "CLOSED");
    count += 1;
    const one = free[count % free.length];
    if (one === undefined) return;
    const acknowledgedUntil = new Date(Date.now() + 3_600_000).toISOString();
    const body = isQuiet(one) ? {} : { acknowledgedUntil, acknowledgementComment: "I look at it." };
    const { status } = await ask(caller, "acknowledgeAlert", { groupId, alertId: one.id }, body);
    if (status < 300) shows();
  };
  return async (request, pass) => {
    const { operation, values } = request;
    if (values?.alertId !== undefined) named.add(values.alertId);
    const isAbout = /Alerts?(OfConfig)?$/.test(operation ?? "");
    if (isAbout && values.groupId === fixtures.groupId && isDue()) await acts(values.groupId);
    return pass(request);
  };
};

const REASON = "Projects have more than one caller, and the description gives nobody a record alone:";

export const company = [
  {
    id: "others-export-and-restore",
    twist: "A colleague exports and restores the same snapshots, and cancels some of his restores.",
    legal: `${REASON} lists of export and restore jobs move between two requests.`,
    lie: (server) => both(exported(server), restored(server)),
  },
  {
    id: "others-make-clusters",
    twist: "A colleague makes clusters in the same project.",
    legal: `${REASON} 69 and 70: the list of clusters grows.`,
    lie: clusters,
  },
  {
    id: "others-edit-their-index",
    twist: "A colleague has an index in the same collection and updates it before every other look at indexes.",
    legal: `${REASON} a record that one did not touch is another one at the next look.`,
    lie: ownIndex,
  },
  {
    id: "others-edit-their-configuration",
    twist: "A colleague switches an alert configuration of his own on and off, and gives it other delays.",
    legal: `${REASON} a record that one did not touch is another one at the next look.`,
    lie: ownConfig,
  },
  {
    id: "others-acknowledge-alerts",
    twist: "A colleague acknowledges alerts that nobody has named so far, and takes that back.",
    legal: `${REASON} 14: whoever owns the project may do so with any of its alerts.`,
    lie: acknowledges,
  },
];
