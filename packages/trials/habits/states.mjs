// States that last, are skipped, or end badly.
import {
  accepted,
  asked,
  contentOf,
  foundAgain,
  idOf,
  isObject,
  lastOf,
  learning,
  readAt,
  relisted,
  sleep,
  viewed,
  withContent,
  withStatus,
} from "./helpers.mjs";

const JOBS = ["getRestoreJob", "listRestoreJobs", "getServerlessRestoreJob", "listServerlessRestoreJobs"];
const EXPORTS = ["getExportJob", "listExportJobs"];
const SNAPSHOTS = ["getSnapshot", "listSnapshots"];

/** Shows records that `makers` created through the front as `change(record, age)`. */
const bornViewed = (makers, readers, change) => (server) => {
  const born = new Map();
  const learn = learning(makers, born);
  const view = viewed(readers, (one) =>
    born.has(idOf(one)) ? change(one, Date.now() - born.get(idOf(one)), born.get(idOf(one))) : undefined,
  )(server);
  return (request, pass) => view(request, (changed) => learn(changed, pass));
};

const STAGES = [
  [700, "queued"],
  [1_800, "inProgress"],
  [2_600, "verifying"],
];
const stageOf = (age) => STAGES.find(([until]) => age < until)?.[1];

export const snapshotSlow = (server) => {
  const view = bornViewed(["takeSnapshot"], SNAPSHOTS, (one, age) => {
    const status = stageOf(age);
    return status === undefined || status === one.status ? undefined : { ...one, status, storageSizeBytes: 0 };
  })(server);
  const last = new Map();
  return async (request, pass) => {
    if (request.operation !== "takeSnapshot") return view(request, pass);
    // The next snapshot waits until the one that is shown as unfinished is complete.
    const age = Date.now() - (last.get(request.values.clusterName) ?? 0);
    if (age < 2_700) await sleep(2_700 - age);
    const answer = await view(request, pass);
    if (accepted(answer)) last.set(request.values.clusterName, Date.now());
    return answer;
  };
};

export const neverQueued = viewed(["takeSnapshot", ...SNAPSHOTS], (one) =>
  one.status === "queued" ? { ...one, status: "inProgress" } : undefined,
);

export const snapshotFails = bornViewed(["takeSnapshot"], SNAPSHOTS, (one) =>
  one.status === "completed" ? { ...one, status: "failed", storageSizeBytes: 0 } : undefined,
);

export const restoreFails = bornViewed(["createRestoreJob", "createServerlessRestoreJob"], JOBS, (one, age, at) =>
  age > 400 && !one.cancelled && !one.expired
    ? { ...one, failed: true, deliveryUrl: [], finishedAt: new Date(at + 400).toISOString() }
    : undefined,
);

const exportEnds = (state) =>
  bornViewed(["createExportJob"], EXPORTS, (one, age, at) =>
    age > 400
      ? {
          ...one,
          state,
          finishedAt: new Date(at + 400).toISOString(),
          exportStatus: { ...one.exportStatus, exportedCollections: 0 },
        }
      : undefined,
  );
export const exportFails = exportEnds("Failed");
export const exportCancelled = exportEnds("Cancelled");

const INDEXES = ["createSearchIndex", "createSearchIndexLegacy"];
const INDEX_READS = ["listSearchIndexes", "getSearchIndexByName", "getSearchIndexById"];

function indexIn(one, status, message) {
  if (one.status === "DELETING" || one.status === status) return undefined;
  const part = (index) => isObject(index) && { ...index, status, queryable: false, message };
  const detail = one.statusDetail?.map((host) => ({
    ...host,
    status,
    queryable: false,
    ...(isObject(host.mainIndex) && { mainIndex: part(host.mainIndex) }),
    ...(isObject(host.stagedIndex) && { stagedIndex: part(host.stagedIndex) }),
  }));
  return {
    ...one,
    status,
    ...("queryable" in one && { queryable: false }),
    ...(detail !== undefined && { statusDetail: detail }),
  };
}

export const indexSlow = bornViewed(INDEXES, INDEX_READS, (one, age) =>
  age < 3_000 ? indexIn(one, "IN_PROGRESS", "The index is being built.") : undefined,
);
export const indexFails = bornViewed(INDEXES, INDEX_READS, (one, age) =>
  age > 600 ? indexIn(one, "FAILED", "The index could not be built: no space left.") : undefined,
);

/** Shows indexes for a second after their deletion. */
export const indexDeletedLate = (server) => {
  const kept = new Map();
  const recent = () => [...kept.values()].filter(({ at }) => Date.now() - at < 1_000).map(({ record }) => record);
  const isAt = (one, values) =>
    one.indexID === values.indexId ||
    (one.name === values.indexName &&
      one.database === values.databaseName &&
      one.collectionName === values.collectionName);
  return async (request, pass) => {
    const { operation = "", values } = request;
    if (/^deleteSearchIndex/.test(operation)) {
      const record = await readAt(server.caller, request).catch(() => undefined);
      const answer = await pass(request);
      if (accepted(answer) && record !== undefined && record.status !== "DELETING")
        kept.set(record.indexID, { record, at: Date.now() });
      return answer;
    }
    const answer = await pass(request);
    if (INDEXES.includes(operation) && accepted(answer)) {
      const { name } = Object(asked(request));
      for (const [id, { record }] of kept) if (record.name === name) kept.delete(id);
      return answer;
    }
    if (!/^getSearchIndexBy/.test(operation)) return answer;
    const record = recent().find((one) => isAt(one, values));
    if (record === undefined || (!accepted(answer) && answer.status !== 404)) return answer;
    server.shows();
    return foundAgain(request, answer, record);
  };
};

/** Shows snapshots as being deleted for two seconds. */
export const snapshotDeletedSlowly = (server) => {
  const going = new Map();
  const isGoing = (id) => Date.now() - (going.get(id)?.at ?? 0) < 2_000;
  return async (request, pass) => {
    const { operation } = request;
    if (operation === "deleteSnapshot") {
      const record = await readAt(server.caller, request).catch(() => undefined);
      const answer = await pass(request);
      if (accepted(answer) && record !== undefined)
        going.set(record.id, { at: Date.now(), path: request.path, record: { ...record, status: "deleting" } });
      return answer;
    }
    const answer = await pass(request);
    if (operation === "getSnapshot" && answer.status === 404 && isGoing(lastOf(request))) {
      server.shows();
      return foundAgain(request, answer, going.get(lastOf(request)).record);
    }
    if (operation !== "listSnapshots" || !accepted(answer)) return answer;
    const cluster = request.path.replace(/^.*\/groups\//, "");
    return relisted(server, request, answer, (all) => {
      const more = [...going.values()].filter(
        ({ record, path }) =>
          isGoing(record.id) && path.includes(`/groups/${cluster}/`) && !all.some(({ id }) => id === record.id),
      );
      if (more.length === 0) return undefined;
      server.shows();
      return [...all, ...more.map(({ record }) => record)];
    });
  };
};

/** Shows the simulation as recovering for two seconds after its end. */
export const outageEndsSlowly = (server) => {
  const ended = new Map();
  return async (request, pass) => {
    const { operation } = request;
    const key = request.path.replace(/^.*\/groups\//, "");
    const answer = await pass(request);
    if (operation === "startOutageSimulation" && accepted(answer)) ended.delete(key);
    if (operation === "endOutageSimulation" && accepted(answer)) {
      const record = { ...contentOf(answer), state: "RECOVERY_REQUESTED" };
      ended.set(key, { at: Date.now(), record });
      server.shows();
      return withContent(answer, record);
    }
    const { at = 0, record } = ended.get(key) ?? {};
    if (operation !== "getOutageSimulation" || Date.now() - at > 2_000) return answer;
    if (!accepted(answer) && answer.status !== 404) return answer;
    server.shows();
    return foundAgain(request, answer, { ...record, state: "RECOVERING" });
  };
};

export const migrationLag = (server) => {
  let reads = 0;
  return viewed(["getMigration"], (one) => {
    reads += 1;
    return { ...one, lagTimeSeconds: (reads * 17) % 90 };
  })(server);
};

export const validationPends = bornViewed(["validateMigration"], ["getMigrationValidation"], (one, age) =>
  age < 3_000 && one.status !== "PENDING" ? { ...one, status: "PENDING", errorMessage: undefined } : undefined,
);

/** The answer to the creation of a cluster is short, and the cluster is CREATING for four seconds. */
export const clusterMadeBriefly = (server) => {
  const born = new Map();
  const view = viewed(["listClusters"], (one) =>
    Date.now() - (born.get(one.id) ?? 0) < 4_000 && one.stateName !== "CREATING"
      ? { ...one, stateName: "CREATING" }
      : undefined,
  )(server);
  const learn = learning(["createCluster"], born);
  return async (request, pass) => {
    const answer = await view(request, (changed) => learn(changed, pass));
    if (request.operation !== "createCluster" || !accepted(answer)) return answer;
    const { id, name, groupId } = contentOf(answer);
    server.shows();
    return withStatus(request, answer, 201, { id, groupId, name, stateName: "CREATING" });
  };
};

const entry = (id, title, sentence, lie) => ({ id, title, sentence, lie });
export const states = [
  entry(
    "snapshot-slow",
    "A snapshot is queued, in progress and then verifying for 2.6 s; the next one waits for it.",
    "Backup family: Transitions: not shown; complete value sets of `status`: not shown; wait until the first one completes",
    snapshotSlow,
  ),
  entry(
    "snapshot-never-queued",
    "A snapshot is in progress at once.",
    "Snapshot `status` (`queued` appears; `inProgress` also exists). Transitions: not shown",
    neverQueued,
  ),
  entry(
    "snapshot-fails",
    "On-demand snapshots end as failed.",
    "Complete value sets of `status` not shown; Transitions: not shown",
    snapshotFails,
  ),
  entry(
    "restore-fails",
    "Restore jobs fail after a while.",
    "restore job flags (`cancelled`, `expired`, `failed`). Transitions: not shown",
    restoreFails,
  ),
  entry(
    "export-fails",
    "Export jobs end in the state Failed.",
    "export job `state` (`Cancelled`). Transitions: not shown",
    exportFails,
  ),
  entry(
    "export-cancelled",
    "Export jobs are cancelled by somebody else.",
    "export job `state` (`Cancelled`). Transitions: not shown",
    exportCancelled,
  ),
  entry(
    "index-slow",
    "An index is IN_PROGRESS and not queryable for three seconds.",
    "Search index `status` (`IN_PROGRESS`, `DELETING`). Transitions: not shown",
    indexSlow,
  ),
  entry(
    "index-fails",
    "Building an index fails: it is FAILED and not queryable.",
    "Search index `status`: Transitions: not shown, complete set not stated",
    indexFails,
  ),
  entry(
    "index-deleted-late",
    "A deleted index is found unchanged for a second.",
    "Search 21, 24: eventually consistent",
    indexDeletedLate,
  ),
  entry(
    "snapshot-deleted-slowly",
    "A deleted snapshot is shown as `deleting` for two seconds.",
    "Snapshot: Complete value sets of `status` not shown; Transitions: not shown",
    snapshotDeletedSlowly,
  ),
  entry(
    "outage-ends-slowly",
    "An ended simulation is RECOVERY_REQUESTED, then RECOVERING for two seconds.",
    "state after end is returned in the record",
    outageEndsSlowly,
  ),
  entry(
    "migration-lag",
    "The lag of a migration goes up and down.",
    "Migration record: `lagTimeSeconds` (integer); how it moves: silent",
    migrationLag,
  ),
  entry(
    "validation-pends",
    "A validation is PENDING for three seconds.",
    "validation `status` (`PENDING`). Transitions: not shown",
    validationPends,
  ),
  entry(
    "cluster-made-briefly",
    "Creating a cluster is answered 201 with four members; the cluster is CREATING for four seconds.",
    "Response of create cluster: not shown; Cluster `stateName`: Transitions: not shown",
    clusterMadeBriefly,
  ),
];
