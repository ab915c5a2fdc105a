// The same records in other views, and later.
import {
  accepted,
  acceptOf,
  asked,
  contentOf,
  digestOf,
  foundAgain,
  idOf,
  isList,
  isObject,
  isPaged,
  isRead,
  lastOf,
  readAt,
  refused,
  relisted,
  rewritten,
  stack,
  viewed,
  withBody,
  withContent,
} from "./helpers.mjs";

const CONFIGS = [
  "listAlertConfigs",
  "getAlertConfig",
  "createAlertConfig",
  "updateAlertConfig",
  "setAlertConfigEnabled",
  "listAlertConfigsOfAlert",
];
const CLUSTERS = ["listClusters"];
const SNAPSHOTS = ["getSnapshot", "listSnapshots", "takeSnapshot", "changeSnapshotExpiration"];
const RESTORES = ["getRestoreJob", "listRestoreJobs", "createRestoreJob"];
const ROLES = ["getCloudAccessRole", "createCloudAccessRole"];
const SCHEDULES = ["getBackupSchedule", "updateBackupSchedule", "deleteBackupSchedules"];
const INDEXES = [
  "listSearchIndexes",
  "getSearchIndexByName",
  "getSearchIndexById",
  "createSearchIndex",
  "updateSearchIndexById",
  "updateSearchIndexByName",
];

export const listsReversed = (server) => async (request, pass) => {
  const answer = await pass(request);
  const { operation, values } = request;
  if (!isList(operation) || !accepted(answer) || operation === "listAllClusters") return answer;
  const content = contentOf(answer);
  if (Array.isArray(content) && content.length > 1) {
    server.shows();
    return withContent(answer, [...content].reverse());
  }
  if (!isPaged(operation) || values.groupId !== server.fixtures.groupId) return answer;
  return relisted(server, request, answer, (all) => {
    if (all.length < 2) return undefined;
    server.shows();
    return [...all].reverse();
  });
};

/** Changes the order within a page at every read. */
export const pageOrderChanges = ({ shows }) => {
  let reads = 0;
  return async (request, pass) => {
    const answer = await pass(request);
    if (!isList(request.operation) || !accepted(answer)) return answer;
    const content = contentOf(answer);
    const turned = (all) => {
      reads += 1;
      const at = reads % all.length;
      return [...all.slice(at), ...all.slice(0, at)];
    };
    const name = ["results", "accessLogs"].find((one) => Array.isArray(content?.[one]));
    const records = name === undefined ? content : content[name];
    if (!Array.isArray(records) || records.length < 2) return answer;
    shows();
    return withContent(answer, name === undefined ? turned(records) : { ...content, [name]: turned(records) });
  };
};

export const listsStale = ({ shows }) => {
  const kept = new Map();
  return async (request, pass) => {
    const answer = await pass(request);
    if (!isList(request.operation) || answer.status !== 200) return answer;
    const key = [request.target, acceptOf(request), digestOf(request).username].join(" ");
    const old = kept.get(key);
    if (old === undefined || Date.now() - old.at > 1_000) {
      kept.set(key, { at: Date.now(), body: answer.body });
      return answer;
    }
    if (old.body.equals(answer.body)) return answer;
    shows();
    return { ...answer, body: old.body };
  };
};

const BORN = /^(create(AlertConfig|ExportBucket|SearchIndex|RestoreJob|ExportJob|CloudAccessRole)|takeSnapshot)$/;
const GOT = /^get(AlertConfig|ExportBucket|SearchIndexById|RestoreJob|ExportJob|CloudAccessRole|Snapshot)$/;

export const createdNotYetFound = ({ shows }) => {
  const born = new Map();
  return async (request, pass) => {
    const answer = await pass(request);
    const { operation = "" } = request;
    if (BORN.test(operation) && accepted(answer)) born.set(idOf(contentOf(answer)), Date.now());
    if (!GOT.test(operation) || answer.status !== 200) return answer;
    if (Date.now() - (born.get(lastOf(request)) ?? 0) > 1_500) return answer;
    shows();
    return refused(request, answer, 404, "RESOURCE_NOT_FOUND", "There is no such record.");
  };
};

const CHANGED = [
  "updateAlertConfig",
  "setAlertConfigEnabled",
  "updateBackupSchedule",
  "updateAuditing",
  "updateCustomDns",
  "changeSnapshotExpiration",
];

export const updateSeenLate = ({ caller, shows }) => {
  const old = new Map();
  return async (request, pass) => {
    const { operation, path } = request;
    if (CHANGED.includes(operation)) {
      const before = await readAt(caller, request).catch(() => undefined);
      const answer = await pass(request);
      if (accepted(answer) && before !== undefined) old.set(path, { at: Date.now(), before });
      return answer;
    }
    const answer = await pass(request);
    const { at = 0, before } = old.get(path) ?? {};
    if (!isRead(request) || !accepted(answer) || Date.now() - at > 1_200) return answer;
    shows();
    return withContent(answer, before);
  };
};

export const deletedStillFound = ({ caller, shows }) => {
  const gone = new Map();
  return async (request, pass) => {
    const { operation } = request;
    if (["deleteAlertConfig", "deleteExportBucket"].includes(operation)) {
      const record = await readAt(caller, request).catch(() => undefined);
      const answer = await pass(request);
      if (accepted(answer) && record !== undefined) gone.set(lastOf(request), { at: Date.now(), record });
      return answer;
    }
    const answer = await pass(request);
    if (!["getAlertConfig", "getExportBucket"].includes(operation) || answer.status !== 404) return answer;
    const { at = 0, record } = gone.get(lastOf(request)) ?? {};
    if (Date.now() - at > 1_500) return answer;
    shows();
    return foundAgain(request, answer, record);
  };
};

const LIST_OF = {
  deleteAlertConfig: "listAlertConfigs",
  deleteExportBucket: "listExportBuckets",
  deleteSnapshot: "listSnapshots",
};

/** `totalCount` includes deleted records for three more seconds. */
export const countsRemoved = ({ shows }) => {
  const removed = [];
  return async (request, pass) => {
    const answer = await pass(request);
    const { operation, path } = request;
    const home = (text) => text.replace(/^.*\/groups\//, "");
    if (LIST_OF[operation] !== undefined && accepted(answer))
      removed.push({ at: Date.now(), list: LIST_OF[operation], of: home(path.replace(/\/[^/]*$/, "")) });
    if (!Object.values(LIST_OF).includes(operation) || !accepted(answer)) return answer;
    const content = contentOf(answer);
    const more = removed.filter(
      ({ at, list, of }) => Date.now() - at < 3_000 && list === operation && of === home(path),
    ).length;
    if (more === 0 || typeof content.totalCount !== "number") return answer;
    shows();
    return withContent(answer, { ...content, totalCount: content.totalCount + more });
  };
};

const omit = (record, names) => {
  const kept = Object.entries(record).filter(([name]) => !names.includes(name));
  return kept.length === Object.keys(record).length ? undefined : Object.fromEntries(kept);
};

export const listsBrief = stack(
  viewed(CLUSTERS, (one) => omit(one, ["connectionStrings", "biConnector", "labels", "autoScaling"])),
  viewed(["listSearchIndexes"], (one) => omit(one, ["statusDetail", "synonymMappingStatusDetail"])),
  viewed(["listRestoreJobs", "listServerlessRestoreJobs"], (one) =>
    omit(one, ["deliveryUrl", "components", "privateDownloadDeliveryUrls"]),
  ),
  viewed(["listExportJobs"], (one) => omit(one, ["components", "exportStatus"])),
);

const MORE = [
  ...CONFIGS,
  ...SNAPSHOTS,
  ...RESTORES,
  ...ROLES,
  ...SCHEDULES,
  "listAlerts",
  "getAlert",
  "acknowledgeAlert",
  "listExportBuckets",
  "getExportBucket",
  "createExportBucket",
];
const EXTRA = ["_links", "revision", "x-extension"];
/** Ignores these members in bodies. */
const takesExtra = () => (request, pass) => {
  const body = isRead(request) ? undefined : asked(request);
  const other = body === undefined ? undefined : omit(body, EXTRA);
  return pass(other === undefined ? request : withBody(request, other));
};
const showsExtra = viewed(MORE, (one) => ({
  _links: [{ rel: "self", href: "https://console.example.net/x" }],
  ...one,
  revision: 7,
  "x-extension": { beta: null, flags: [] },
}));
export const extraMembers = stack(takesExtra, showsExtra);

const dropEmpty = (names) => (one) =>
  omit(
    one,
    names.filter((name) => Array.isArray(one[name]) && one[name].length === 0),
  );
export const emptyArraysAbsent = stack(
  viewed(CONFIGS, dropEmpty(["matchers"])),
  viewed(CLUSTERS, dropEmpty(["labels", "tags"])),
  viewed(SNAPSHOTS, dropEmpty(["copyRegions", "policyItems"])),
  viewed(RESTORES, dropEmpty(["deliveryUrl", "components", "privateDownloadDeliveryUrls"])),
  viewed(ROLES, dropEmpty(["featureUsages"])),
  viewed(SCHEDULES, dropEmpty(["copySettings", "extraRetentionSettings"])),
);

const SETS = new Set([
  "matchers",
  "notifications",
  "tags",
  "labels",
  "frequencies",
  "copyRegions",
  "copySettings",
  "extraRetentionSettings",
  "versions",
  "featureUsages",
  "deliveryUrl",
  "statusDetail",
  "customData",
  "outageFilters",
]);
const reordered = (value, name) => {
  if (Array.isArray(value)) {
    const items = value.map((one) => reordered(one));
    return SETS.has(name) ? items.reverse() : items;
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([own, one]) => [own, reordered(one, own)]));
};

export const arraysReordered =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (!accepted(answer)) return answer;
    const content = contentOf(answer);
    if (content === undefined) return answer;
    const other = reordered(content);
    if (JSON.stringify(other) === JSON.stringify(content)) return answer;
    shows();
    return withContent(answer, other);
  };

const DEFAULTS = {
  configServerManagementMode: "PRODUCT_MANAGED",
  diskWarmingMode: "FULLY_WARMED",
  numShards: 1,
  replicaSetScalingStrategy: "WORKLOAD_TYPE",
  replicationFactor: 3,
  rootCertType: "ISRGROOTX1",
  terminationProtectionEnabled: false,
};
export const defaultsLeftOut = stack(
  viewed(CLUSTERS, (one) =>
    omit(
      one,
      Object.keys(DEFAULTS).filter((name) => one[name] === DEFAULTS[name]),
    ),
  ),
  viewed(INDEXES, (one) => (one.type === "search" ? omit(one, ["type"]) : undefined)),
);

/** Shows only the kind of other notifications; one that is sent back in that form keeps its members. */
export const onlyTypeOfNotification = (server) => {
  const known = new Map();
  const isShown = (one) => /MONITOR|DATADOG/i.test(one.typeName) || "monitoringApiKey" in one;
  const show = viewed(CONFIGS, (one) => {
    if (!Array.isArray(one.notifications)) return undefined;
    for (const each of one.notifications) if (!known.has(each.typeName)) known.set(each.typeName, each);
    const notifications = one.notifications.map((each) => (isShown(each) ? each : { typeName: each.typeName }));
    return { ...one, notifications };
  })(server);
  return (request, pass) => {
    const body = /^(create|update)AlertConfig$/.test(request.operation ?? "") ? asked(request) : undefined;
    if (!Array.isArray(body?.notifications)) return show(request, pass);
    const notifications = body.notifications.map((one) =>
      isObject(one) && known.has(one.typeName) && !isShown(one) ? { ...known.get(one.typeName), ...one } : one,
    );
    return show(withBody(request, { ...body, notifications }), pass);
  };
};

const masked = (text) => `\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022${text.slice(-4)}`;
export const maskOtherwise = (server) => {
  const real = new Map();
  const show = viewed(CONFIGS, (one) => {
    if (!one.notifications?.some((each) => typeof each.monitoringApiKey === "string")) return undefined;
    const notifications = one.notifications.map((each) => {
      if (typeof each.monitoringApiKey !== "string") return each;
      real.set(masked(each.monitoringApiKey), each.monitoringApiKey);
      return { ...each, monitoringApiKey: masked(each.monitoringApiKey) };
    });
    return { ...one, notifications };
  })(server);
  return (request, pass) => {
    const text = request.body.toString("utf8");
    const isOurs = /^(create|update)AlertConfig$/.test(request.operation ?? "") && text.includes("\u2022");
    if (!isOurs) return show(request, pass);
    const body = Buffer.from([...real].reduce((all, [shown, own]) => all.replaceAll(shown, own), text));
    return show({ ...request, body }, pass);
  };
};

/** Items of a policy get new ids with each update of the schedule. */
export const subrecordIdsRenewed = (server) => {
  const salts = new Map();
  const real = new Map();
  const renewed = (id, salt) => {
    if (salt === 0) return id;
    const other = (BigInt(`0x${id}`) ^ ((BigInt(salt) * 0x9e3779b97f4a7c15f39cc061n) % (1n << 96n)))
      .toString(16)
      .padStart(24, "0");
    real.set(other, id);
    return other;
  };
  const home = (path) => path.replace(/^.*\/groups\//, "");
  return async (request, pass) => {
    if (!SCHEDULES.includes(request.operation)) return pass(request);
    const text = request.body.toString("utf8");
    const body = Buffer.from([...real].reduce((all, [shown, own]) => all.replaceAll(shown, own), text));
    const answer = await pass(request.method === "PATCH" ? { ...request, body } : request);
    if (!accepted(answer)) return answer;
    const key = home(request.path);
    if (request.operation === "updateBackupSchedule") salts.set(key, (salts.get(key) ?? 0) + 1);
    const salt = salts.get(key) ?? 0;
    const content = contentOf(answer);
    if (salt === 0 || !Array.isArray(content.policies)) return answer;
    const policies = content.policies.map((one) => ({
      ...one,
      policyItems: one.policyItems?.map((item) =>
        item.id === undefined ? item : { ...item, id: renewed(item.id, salt) },
      ),
    }));
    server.shows();
    return withContent(answer, { ...content, policies });
  };
};

const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
export const HOW = {
  order: { order: (names) => [...names].reverse() },
  numbers: {
    number: (value) =>
      Number.isInteger(value) ? (value % 2 === 0 ? `${value}.0` : value.toExponential()) : String(value),
  },
  strings: { string: (value) => `"${value.replace(/[^A-Za-z0-9 _.:-]|[aeiou]/g, escaped)}"` },
  space: { comma: ", ", colon: " : ", before: "\r\n", after: "\n\n", step: "\t" },
};
export const membersReversed = rewritten(HOW.order);
export const numbersOtherwise = rewritten(HOW.numbers);
export const stringsEscaped = rewritten(HOW.strings);
export const whitespaceOtherwise = rewritten(HOW.space);
export const prettyOtherwise = rewritten({ step: "\t", line: "\r\n", after: "\r\n" });

const MOMENT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d+)?Z$/;
export const datesOtherwise = rewritten({
  string: (value) => {
    const [, second, fraction = ""] = MOMENT.exec(value) ?? [];
    if (second === undefined) return JSON.stringify(value);
    return JSON.stringify(
      /^\.0*$/.test(fraction) || fraction === "" ? `${second}+00:00` : `${second}${fraction}000+00:00`,
    );
  },
});

const entry = (id, title, sentence, lie) => ({ id, title, sentence, lie });
export const views = [
  entry(
    "lists-reversed",
    "Lists are in the reverse order: new records come first.",
    "Paged list response `{results, totalCount}`; order: silent",
    listsReversed,
  ),
  entry(
    "page-order-changes",
    "The order within a page is another one at every read.",
    "order of lists: silent",
    pageOrderChanges,
  ),
  entry("lists-stale", "Lists are up to a second old.", "when a list shows a change: silent", listsStale),
  entry(
    "created-not-yet-found",
    "A new record is not found by its id for 1.5 s, though lists show it.",
    "when a read shows what was made: silent",
    createdNotYetFound,
  ),
  entry(
    "update-seen-late",
    "A read shows a record for 1.2 s as it was before an update.",
    "when a read shows a change: silent",
    updateSeenLate,
  ),
  entry(
    "deleted-still-found",
    "A deleted alert configuration or bucket is found for 1.5 s more.",
    "when a read shows a deletion: silent",
    deletedStillFound,
  ),
  entry(
    "counts-removed",
    "`totalCount` counts deleted records for three seconds more.",
    "`includeCount`: whether the list response returns `totalCount`; what it counts while records are removed: silent",
    countsRemoved,
  ),
  entry(
    "lists-brief",
    "Lists leave out large members that the record has.",
    "List of clusters, indexes and jobs: which members are always there: silent",
    listsBrief,
  ),
  entry(
    "extra-members",
    "Records have three members more.",
    "Members beyond those named: silent; Alert and alert configuration resources ... may change (the list of clusters, which adds nothing, is left alone)",
    extraMembers,
  ),
  entry(
    "empty-arrays-absent",
    "An array that would be empty is left out.",
    "`matchers` optional; other arrays: absent or empty: silent",
    emptyArraysAbsent,
  ),
  entry(
    "arrays-reordered",
    "Arrays that are sets are in another order than they were sent in.",
    "order in `tags`, `matchers`, `notifications`, `frequencies`...: silent (`policyItems`, which have an order, keep it)",
    arraysReordered,
  ),
  entry(
    "defaults-left-out",
    "What has its default value is left out of clusters in the list and of indexes (`type`).",
    "default values: whether an answer repeats them: silent",
    defaultsLeftOut,
  ),
  entry(
    "only-type-of-notification",
    "Notifications show only `typeName`, but for the monitoring kind.",
    "Fields of the other notification kinds: not shown beyond `typeName`",
    onlyTypeOfNotification,
  ),
  entry(
    "mask-otherwise",
    "The monitoring key is masked with bullets, in a fixed length.",
    "returned masked with only the last four characters visible",
    maskOtherwise,
  ),
  entry(
    "subrecord-ids-renewed",
    "Items of a policy have other ids after each update of the schedule.",
    "policyItems `id` (response); how long one lasts: silent",
    subrecordIdsRenewed,
  ),
  entry(
    "members-reversed",
    "Members are in the reverse order.",
    "HTTP API with JSON bodies: an object is unordered",
    membersReversed,
  ),
  entry(
    "numbers-otherwise",
    "Numbers are written 4.0 and 2e+0.",
    "JSON bodies; 4.0 and 2e+0 are the numbers 4 and 2",
    numbersOtherwise,
  ),
  entry(
    "strings-escaped",
    "Many characters of strings and names are written as \\u escapes.",
    "JSON bodies; an escape is the character",
    stringsEscaped,
  ),
  entry(
    "whitespace-otherwise",
    "There is white space around commas, colons and the text.",
    "JSON bodies; `pretty` default false: white space otherwise: silent",
    whitespaceOtherwise,
  ),
  entry(
    "pretty-otherwise",
    "Pretty means tabs, CRLF and a line end.",
    "When true the body is pretty-printed; how: silent",
    prettyOtherwise,
  ),
  entry(
    "dates-otherwise",
    "Times have six digits of fraction, or none, and +00:00 for Z.",
    "Timestamps: ISO 8601 date-time strings in UTC",
    datesOtherwise,
  ),
];
