// Other clients work on the same project: they create and delete records between any two requests.
import { accepted, contentOf, queryOf } from "../defects/answers.mjs";
import { ask, everyRecord } from "../defects/asking.mjs";
import { everyNth, withSame } from "./helpers.mjs";

const MOST = 4;
const ADDRESS = "192.0.2.77";

/**
 * Before every other request for one of `operations`, another client creates a record or deletes the oldest of its own.
 * `make` returns the answer, `remove` receives the id.
 */
export const neighbour =
  ({ operations, make, remove }) =>
  ({ caller, fixtures, shows }) => {
    const isDue = everyNth(2);
    const made = [];
    let count = 0;
    let last = Promise.resolve();
    const acts = async (values) => {
      count += 1;
      if (made.length >= MOST || (made.length > 1 && count % 3 === 0)) {
        const { status } = await remove(caller, values, made.shift());
        return status < 300;
      }
      const { status, json } = await make(caller, values, count);
      if (status < 300) made.push(json.id ?? json._id ?? json.indexID);
      return status < 300;
    };
    return async (request, pass) => {
      const { operation, values } = request;
      if (operations.includes(operation) && values.groupId === fixtures.groupId && isDue()) {
        last = last.then(() => acts({ clusterName: fixtures.clusterName, ...values })).catch(() => false);
        if (await last) shows();
      }
      return pass(request);
    };
  };

const configs = neighbour({
  operations: ["listAlertConfigs", "getAlertConfig", "createAlertConfig", "deleteAlertConfig"],
  async make(caller, { groupId }) {
    const all = await everyRecord(caller, "listAlertConfigs", { groupId });
    const like = all.find(({ notifications: [one] }) => ["GROUP", "ORG", "EMAIL"].includes(one.typeName));
    const { eventTypeName, matchers, notifications } = like;
    return ask(caller, "createAlertConfig", { groupId }, { enabled: false, eventTypeName, matchers, notifications });
  },
  remove: (caller, { groupId }, alertConfigId) => ask(caller, "deleteAlertConfig", { groupId, alertConfigId }),
});

const buckets = neighbour({
  operations: ["listExportBuckets", "getExportBucket", "createExportBucket", "deleteExportBucket"],
  async make(caller, { groupId }, count) {
    const { cloudProvider, iamRoleId } = (await everyRecord(caller, "listExportBuckets", { groupId }))[0];
    const bucketName = `others-${Date.now().toString(36)}-${count}`;
    return ask(caller, "createExportBucket", { groupId }, { bucketName, cloudProvider, iamRoleId });
  },
  remove: (caller, { groupId }, exportBucketId) => ask(caller, "deleteExportBucket", { groupId, exportBucketId }),
});

const snapshots = neighbour({
  operations: ["listSnapshots", "getSnapshot", "deleteSnapshot", "listRestoreJobs"],
  make: (caller, { groupId, clusterName }, count) =>
    ask(caller, "takeSnapshot", { groupId, clusterName }, { description: `of others ${count}`, retentionInDays: 1 }),
  remove: (caller, { groupId, clusterName }, snapshotId) =>
    ask(caller, "deleteSnapshot", { groupId, clusterName, snapshotId }),
});

const indexes = neighbour({
  operations: ["listSearchIndexes", "getSearchIndexByName", "createSearchIndex", "deleteSearchIndexByName"],
  make: (caller, { groupId, clusterName, databaseName = "catalogue", collectionName = "movies" }, count) =>
    ask(
      caller,
      "createSearchIndex",
      { groupId, clusterName },
      {
        database: databaseName,
        collectionName,
        name: `others${Date.now().toString(36)}${count}`,
        definition: { mappings: { dynamic: true } },
      },
    ),
  remove: (caller, { groupId, clusterName }, indexId) =>
    ask(caller, "deleteSearchIndexById", { groupId, clusterName, indexId }),
});

const roles = neighbour({
  operations: ["listCloudAccessRoles", "createCloudAccessRole"],
  make: (caller, { groupId }, count) =>
    count > 2 * MOST
      ? { status: 409 }
      : ask(caller, "createCloudAccessRole", { groupId }, { providerName: "PROVIDER_A" }),
  remove: () => ({ status: 404 }),
});

/** A user signs in whenever the history is requested. */
const attempts = ({ fixtures, shows }) => {
  const made = [];
  const isWanted = (query) => (one) => {
    const at = Date.parse(one.timestamp);
    if (query.has("start") && (at < Number(query.get("start")) || at > Number(query.get("end")))) return false;
    return !query.has("ipAddress") || query.get("ipAddress") === one.ipAddress;
  };
  return async (request, pass) => {
    const { operation, values } = request;
    const answer = await pass(request);
    const query = queryOf(request);
    const isHistory = operation === "getAccessLogsByCluster" || operation === "getAccessLogsByHost";
    if (!isHistory || !accepted(answer) || values.groupId !== fixtures.groupId) return answer;
    const { accessLogs, ...rest } = contentOf(answer);
    const [newest] = accessLogs;
    if (operation === "getAccessLogsByCluster" && newest?.authResult === true) {
      const timestamp = new Date().toISOString();
      const logLine = newest.logLine?.replaceAll(newest.ipAddress, ADDRESS);
      made.unshift({ cluster: values.clusterName, entry: { ...newest, ipAddress: ADDRESS, logLine, timestamp } });
    }
    const own = made
      .filter(({ cluster, entry }) => cluster === values.clusterName || entry.hostname === values.hostname)
      .map(({ entry }) => entry)
      .filter(isWanted(query));
    // These attempts are successes. For a filter that selects only them or none of them, the server's answer stays.
    if (query.get("authResult") === "false" || own.length === 0) return answer;
    const told = [...own, ...accessLogs].slice(0, Number(query.get("nLogs") ?? 20_000));
    shows();
    return withSame(answer, { ...rest, accessLogs: told });
  };
};

const REASON = "Organizations and projects have more than one caller, and the description gives nobody a record alone:";

export const company = [
  {
    id: "others-change-alert-configurations",
    twist: "Other people make and delete alert configurations of their own between any two requests.",
    legal: `${REASON} lists of alert configurations move between two pages.`,
    lie: configs,
  },
  {
    id: "others-change-buckets",
    twist: "Other people make and delete export buckets of their own between any two requests.",
    legal: `${REASON} lists of buckets move.`,
    lie: buckets,
  },
  {
    id: "others-take-snapshots",
    twist: "Other people take and delete snapshots of the same cluster.",
    legal: `${REASON} one of theirs may be the snapshot that has to be complete first (Snapshot rule).`,
    lie: snapshots,
  },
  {
    id: "others-change-indexes",
    twist: "Other people make and delete search indexes of the same collection.",
    legal: `${REASON} lists of indexes move.`,
    lie: indexes,
  },
  {
    id: "others-make-roles",
    twist: "Other people make cloud provider access roles.",
    legal: `${REASON} the list of roles grows.`,
    lie: roles,
  },
  {
    id: "others-sign-in",
    twist: "Somebody signs in to the cluster whenever its access history is asked for.",
    legal:
      "Database access history is a log of what goes on: each look may find more, within the filters that are given.",
    lie: attempts,
  },
];
