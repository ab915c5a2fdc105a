// Transitions of states: the description names states and nearly no transitions.
import { createHash } from "node:crypto";
import { accepted, acceptOf, asked, contentOf, eachRecord, queryOf, withBody } from "../defects/answers.mjs";
import { afterwards, around, both, readAt, repaged, tells, wholeList } from "../defects/asking.mjs";
import { everywhere, isObject, retells, succeeds, withHeaders } from "./helpers.mjs";

const INDEX_READS = ["listSearchIndexes", "getSearchIndexByName", "getSearchIndexById"];
const INDEX_WRITES = [
  "createSearchIndex",
  "createSearchIndexLegacy",
  "updateSearchIndexByName",
  "updateSearchIndexById",
];
const waiting = (value) =>
  everywhere(value, (name, one) => {
    if (name === "queryable") return false;
    if (name === "status") return "WAITING_FOR_NODES";
    return ["definition", "latestDefinition"].includes(name) ? one : undefined;
  });

/** A created index waits for a turn that never comes. */
const indexWaits = ({ shows }) => {
  const made = new Set();
  const learn = afterwards(["createSearchIndex", "createSearchIndexLegacy"], (_request, answer) =>
    made.add(contentOf(answer).indexID),
  );
  const show = tells(
    [...INDEX_READS, ...INDEX_WRITES],
    (content) =>
      eachRecord(content, (one) => {
        if (!made.has(one.indexID) || one.status === "DELETING") return undefined;
        if (one.latestDefinition === undefined) return { ...one, status: "IN_PROGRESS" };
        return { ...one, ...waiting({ status: "", queryable: true, statusDetail: one.statusDetail ?? [] }) };
      }),
    shows,
  );
  return both(show, learn);
};

const JOBS = ["takeSnapshot", "createExportJob", "createRestoreJob", "createServerlessRestoreJob", "validateMigration"];
const OPEN = /^(queued|in_?progress|pending|new|working)$/i;
const MOST_WAITED = 4_000;
const isDone = ({ status, state, finishedAt }) =>
  (status ?? state) === undefined ? finishedAt != null : !OPEN.test(status ?? state);

async function whenDone(caller, request, id) {
  const place = { path: `${request.path}/${id}`, rawHeaders: ["Accept", acceptOf(request)] };
  for (const until = Date.now() + MOST_WAITED; Date.now() < until; ) {
    const record = await readAt(caller, place);
    if (record === undefined || isDone(record)) return record;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return undefined;
}

/** Answers only when the job is done. */
const doneAtOnce = retells(JOBS, (content, request, { caller }) =>
  whenDone(caller, request, content.id ?? content._id),
);

const MIGRATIONS = ["createMigration", "getMigration"];
const slowMigrations = (server) => {
  const cut = new Set();
  const learn = afterwards(["cutOverMigration"], ({ values }) => cut.add(values.liveMigrationId));
  const show = retells(MIGRATIONS, (content) =>
    cut.has(content._id)
      ? undefined
      : { ...content, status: "NEW", readyForCutover: false, lagTimeSeconds: 86_400 + (Date.now() % 1_000) },
  )(server);
  return both(show, learn);
};

const slowValidations = retells(["validateMigration", "getMigrationValidation"], ({ errorMessage, ...content }) =>
  content.status === "PENDING" && errorMessage === undefined ? undefined : { ...content, status: "PENDING" },
);

const slowExports = ({ shows }) => {
  const made = new Set();
  const learn = afterwards(["createExportJob"], (_request, answer) => made.add(contentOf(answer).id));
  const show = tells(
    ["listExportJobs", "getExportJob", "createExportJob"],
    (content) =>
      eachRecord(content, ({ finishedAt, ...one }) => {
        if (!made.has(one.id)) return undefined;
        const { totalCollections = 0 } = one.exportStatus ?? {};
        return { ...one, state: "Waiting", exportStatus: { exportedCollections: 0, totalCollections } };
      }),
    shows,
  );
  return both(show, learn);
};

const tracked = (alert) =>
  alert.status === "OPEN" && Date.parse(alert.acknowledgedUntil) > Date.now()
    ? { ...alert, status: "TRACKING" }
    : undefined;

const acknowledgedTracked = ({ caller, fixtures, shows }) => {
  const one = tells(["getAlert", "acknowledgeAlert"], tracked, shows);
  const list = async (request, pass) => {
    const answer = await one(request, pass);
    const isListed = request.operation === "listAlerts" && request.values.groupId === fixtures.groupId;
    if (!isListed || !accepted(answer)) return answer;
    const status = queryOf(request).get("status");
    const all = (await wholeList(caller, request, ["status"])).map((alert) => tracked(alert) ?? alert);
    const wanted = status === null ? all : all.filter((alert) => alert.status === status);
    const other = repaged(request, answer, wanted);
    if (!other.body.equals(answer.body)) shows();
    return other;
  };
  return list;
};

const CONFIGS = [
  "listAlertConfigs",
  "getAlertConfig",
  "setAlertConfigEnabled",
  "updateAlertConfig",
  "listAlertConfigsOfAlert",
];
const updatedStays = ({ caller, shows }) => {
  const kept = new Map();
  const toldAs = ({ id, updated }) => (kept.get(id)?.real === updated ? kept.get(id).told : updated);
  const learn = around(
    ["setAlertConfigEnabled"],
    (request) => readAt(caller, request),
    (request, answer, before) => {
      const { id, updated } = contentOf(answer);
      if (before !== undefined && asked(request)?.enabled === false)
        kept.set(id, { real: updated, told: toldAs(before) });
    },
  );
  const show = tells(
    CONFIGS,
    (content) =>
      eachRecord(content, (one) => {
        const updated = toldAs(one);
        return updated === one.updated ? undefined : { ...one, updated };
      }),
    shows,
  );
  return both(show, learn);
};

const UPDATING = 2_000;
const policyUpdating = (server) => {
  let since = 0;
  const learn = afterwards(["updateBackupCompliancePolicy"], () => {
    since = Date.now();
  });
  const show = retells(["getBackupCompliancePolicy", "updateBackupCompliancePolicy"], (content) =>
    Date.now() < since + UPDATING ? { ...content, state: "UPDATING" } : undefined,
  )(server);
  return both(show, learn);
};

const SCHEDULE = ["getBackupSchedule", "updateBackupSchedule", "deleteBackupSchedules"];

/** Each update recreates the items of a policy. */
const newItems = (server) => {
  const times = new Map();
  const real = new Map();
  const placeOf = ({ values }) => `${values.groupId} ${values.clusterName}`;
  const renewed = (request, id) => {
    const count = times.get(placeOf(request)) ?? 0;
    const own = createHash("md5").update(`${id} ${count}`).digest("hex").slice(0, 24);
    real.set(own, id);
    return count === 0 ? id : own;
  };
  const learn = afterwards(["updateBackupSchedule"], (request) =>
    times.set(placeOf(request), (times.get(placeOf(request)) ?? 0) + 1),
  );
  const show = retells(SCHEDULE, (content, request) => {
    if (!Array.isArray(content.policies) || !times.has(placeOf(request))) return undefined;
    const policies = content.policies.map((policy) => ({
      ...policy,
      policyItems: (policy.policyItems ?? []).map((item) => ({ ...item, id: renewed(request, item.id) })),
    }));
    return { ...content, policies };
  })(server);
  const understood = (request, pass) => {
    const body = request.operation === "updateBackupSchedule" ? asked(request) : undefined;
    if (body === undefined) return pass(request);
    const known = everywhere(body, (name, value) => (name === "id" ? real.get(value) : undefined));
    return pass(withBody(request, known));
  };
  return both(show, both(learn, understood));
};

/** A simulation that has ended is still shown as before. */
const outageStays = ({ shows }) => {
  const ended = new Map();
  return async (request, pass) => {
    const answer = await pass(request);
    const { operation, path } = request;
    if (operation === "startOutageSimulation" && accepted(answer)) ended.delete(path);
    if (operation === "endOutageSimulation" && accepted(answer)) ended.set(path, contentOf(answer));
    if (operation !== "getOutageSimulation" || answer.status !== 404 || !ended.has(path)) return answer;
    shows();
    const untyped = withHeaders(answer, (name, value) => (/^content-type$/i.test(name) ? [] : [[name, value]]));
    return succeeds(request, untyped, 200, { ...ended.get(path), state: "COMPLETE" });
  };
};

const STATES = ["UPDATING", "REPAIRING", "IDLE"];
const restless = (server) => {
  let count = 0;
  return retells(["listClusters", "listAllClusters", "listMigratableProjects"], (content, request) => {
    count += 1;
    if (request.operation === "listClusters")
      return eachRecord(content, (one) => ({ ...one, stateName: STATES[count % STATES.length] }));
    return everywhere(content, (name, value) => {
      if (name === "alertCount") return value + (count % 3);
      return ["dataSizeBytes", "dbSizeBytes", "oplogSizeMB"].includes(name) && Number.isInteger(value)
        ? value + count
        : undefined;
    });
  })(server);
};

/** Values that the description does not list, in sets that it leaves open. */
const otherValues = retells(
  ["listSnapshots", "getSnapshot", "takeSnapshot", "changeSnapshotExpiration", "getAuditing", "updateAuditing"],
  (content) => {
    if (content.configurationType !== undefined) return { ...content, configurationType: "FILTER_OF_TODAY" };
    return eachRecord(content, (one) =>
      isObject(one) && one.frequencyType !== undefined
        ? { ...one, frequencyType: "fortnightly", type: one.type === undefined ? one.type : "replicaSetOfNine" }
        : undefined,
    );
  },
);

export const states = [
  {
    id: "index-waits-for-long",
    twist: "A new index waits in a status of its own and is never queryable.",
    legal:
      "Search index: statuses appear, the set is not closed; named states: transitions are not shown, nor any time.",
    lie: indexWaits,
  },
  {
    id: "jobs-done-when-answered",
    twist: "Snapshots, exports, restores and validations are done before they are answered, and told so.",
    legal: "`queued` and `PENDING` appear; transitions are not shown, and no operation states what comes first.",
    lie: doneAtOnce,
  },
  {
    id: "migration-never-ready",
    twist: "A migration stays `NEW`, a day behind and not ready, until it is cut over.",
    legal: "Named states: migration `status` (`NEW`), `readyForCutover`: transitions not shown.",
    lie: slowMigrations,
  },
  {
    id: "validation-stays-pending",
    twist: "A validation stays `PENDING`.",
    legal: "Named states: validation `status` (`PENDING`): transitions not shown.",
    lie: slowValidations,
  },
  {
    id: "exports-wait",
    twist: "New exports stay in a state `Waiting`, with nothing exported.",
    legal: "Export job: `Cancelled` appears; transitions not shown, and neither are the other states.",
    lie: slowExports,
  },
  {
    id: "acknowledged-alert-is-tracked",
    twist: "An open alert that is acknowledged is `TRACKING` as long as that lasts, in lists by status as well.",
    legal: "Transitions: acknowledged until the given time (status value afterwards: not shown).",
    lie: acknowledgedTracked,
  },
  {
    id: "updated-stays-when-disabled",
    twist: "Disabling an alert configuration leaves its `updated`.",
    legal: "Transitions: `updated` changes when it is enabled; for disabling there is no other effect.",
    lie: updatedStays,
  },
  {
    id: "policy-updating-for-a-while",
    twist: "For two seconds after an update the backup compliance policy is `UPDATING`.",
    legal: "Backup compliance policy: `ACTIVE` appears; transitions not shown.",
    lie: policyUpdating,
  },
  {
    id: "policy-items-made-anew",
    twist: "Each update of a backup schedule gives the items of its policy other ids.",
    legal: "Backup schedule: `id` of an item is of the response only, and the description says nothing of its life.",
    lie: newItems,
  },
  {
    id: "ended-outage-still-told",
    twist: "A simulation that is over is told as `COMPLETE` where it was not found any more.",
    legal: "Transitions: state after end is returned in the record; how long there is one is not said.",
    lie: outageStays,
  },
  {
    id: "clusters-never-rest",
    twist: "States, sizes and counts of alerts of clusters are others in each answer.",
    legal: "Named states: cluster `stateName`: transitions not shown; sizes and counts are those of a living cluster.",
    lie: restless,
  },
  {
    id: "values-beyond-those-that-appear",
    twist: "Snapshots are `fortnightly` and `replicaSetOfNine`, auditing is `FILTER_OF_TODAY`.",
    legal: "Snapshot: complete value sets not shown beyond the values named; Auditing: `NONE` appears.",
    lie: otherValues,
  },
];
