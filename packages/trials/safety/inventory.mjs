import { isPaged, operations, placeOf, placesOfVersions } from "./interface.mjs";
import { inLanes } from "./lanes.mjs";
import { lasting } from "./passing.mjs";

const PAGE = 500;
const MOST_PAGES = 50;
const LANES = 8;

/** Lists and settings by the place that they belong to; `each` reads every record of a list again by its id. */
const READ = {
  world: { listMatcherFieldNames: {}, listAllClusters: {} },
  organization: { listMigratableProjects: {} },
  project: {
    listAlertConfigs: {
      each: { getAlertConfig: "alertConfigId", listOpenAlertsOfConfig: "alertConfigId" },
    },
    listAlerts: { each: { getAlert: "alertId", listAlertConfigsOfAlert: "alertId" } },
    listExportBuckets: { each: { getExportBucket: "exportBucketId" } },
    listCloudAccessRoles: { each: { getCloudAccessRole: "roleId" } },
    listClusters: { query: "includeDeletedWithRetainedBackups=true" },
    getAuditing: {},
    getCustomDns: {},
    getBackupCompliancePolicy: {},
  },
  cluster: {
    getAccessLogsByCluster: { query: "nLogs=20000" },
    listSnapshots: { each: { getSnapshot: "snapshotId" } },
    listShardedSnapshots: { each: { getShardedSnapshot: "snapshotId" } },
    listExportJobs: { each: { getExportJob: "exportId" } },
    listRestoreJobs: { each: { getRestoreJob: "restoreJobId" } },
    listCustomAnalyzers: {},
    getBackupSchedule: {},
    getOutageSimulation: {},
  },
  instance: {
    listServerlessSnapshots: { each: { getServerlessSnapshot: "snapshotId" } },
    listServerlessRestoreJobs: { each: { getServerlessRestoreJob: "restoreJobId" } },
  },
  host: { getAccessLogsByHost: { query: "nLogs=20000" } },
  collection: {
    listSearchIndexes: { each: { getSearchIndexById: "indexId", getSearchIndexByName: "indexName" } },
  },
  // No operation lists these two.
  migration: { getMigration: {} },
  validation: { getMigrationValidation: {} },
};

const READS = new Set(
  Object.values(READ).flatMap((about) =>
    Object.entries(about).flatMap(([id, { each }]) => [id, ...Object.keys(each ?? {})]),
  ),
);
/** It has other credentials, and the lists of clusters show the same clusters. */
const NOT_READ = ["discoverMetricsTargets"];
const missing = operations
  .filter(({ id, routes }) => routes.every(({ method }) => method === "GET") && !NOT_READ.includes(id))
  .filter(({ id }) => !READS.has(id));
if (missing.length > 0) throw new Error(`the inventory does not read ${missing.map(({ id }) => id).join(", ")}`);

/**
 * The places where a server may have records, according to its lists and a target file: `inventoryOf` reads them. Must
 * be called before any change, so that the lists of a new cluster do not count as differences.
 */
export async function placesOf(caller, { orgId, clusterName, collections, serverlessInstanceName, ...fixtures }) {
  const { groupId } = fixtures;
  const everywhere = await read(caller, "listAllClusters", placeOf("listAllClusters", {}), {});
  const projects = [...new Set([groupId, ...everywhere.map((cluster) => cluster.groupId)])];
  const clusters = [];
  for (const project of projects) {
    const place = placeOf("listClusters", { groupId: project });
    const listed = await read(caller, "listClusters", place, READ.project.listClusters);
    for (const { name } of listed) clusters.push({ groupId: project, clusterName: name });
  }
  const logs = await read(
    caller,
    "getAccessLogsByCluster",
    placeOf("getAccessLogsByCluster", { groupId, clusterName }),
    READ.cluster.getAccessLogsByCluster,
  );
  return {
    world: [{}],
    organization: [{ orgId }],
    project: projects.map((project) => ({ groupId: project })),
    cluster: clusters,
    instance: [{ groupId, clusterName: serverlessInstanceName }],
    host: [...new Set(logs.map(({ hostname }) => hostname))].map((hostname) => ({ groupId, hostname })),
    collection: collections.map((collection) => ({ groupId, clusterName, ...collection })),
    migration: [{ groupId, liveMigrationId: fixtures.liveMigrationId }],
    validation: [{ groupId, validationId: fixtures.validationId }],
  };
}

/**
 * The records that a server shows, by operation and place: two inventories are equal when nothing was left behind.
 * `keeps` reduces a record to the compared part, `everyVersion` reads each operation in all of its versions.
 */
export async function inventoryOf(caller, places, { keeps = lasting, everyVersion = false } = {}) {
  const now = Date.now();
  const found = {};
  const work = Object.entries(READ).flatMap(([about, reads]) =>
    Object.entries(reads).flatMap(([id, how]) => (places[about] ?? []).map((values) => ({ id, how, values }))),
  );
  const readAll = async (id, values, how) => {
    const all = placesOfVersions(id, values);
    for (const place of everyVersion ? all : all.slice(-1)) {
      const records = await read(caller, id, place, how);
      keep(all.length > 1 && everyVersion ? `${id} ${place.version}` : id, id, values, records);
      if (place === all.at(-1)) return records;
    }
  };
  const keep = (name, id, values, records) => {
    const lasted = records.map((record) => [record, keeps(id, record, now)]).filter(([, kept]) => kept !== undefined);
    found[`${name} ${Object.values(values).join("/")}`.trim()] = {
      operation: id,
      values,
      records: Object.fromEntries(lasted.map(([record, kept]) => [idIn(id, record, values), kept])),
    };
  };
  await inLanes(work, LANES, async ({ id, how, values }) => {
    const records = await readAll(id, values, how);
    const lasts = records.filter((record) => keeps(id, record, now) !== undefined);
    for (const [by, parameter] of Object.entries(how.each ?? {}))
      for (const record of lasts) {
        const value = parameter === "indexName" ? record.name : idIn(id, record, values);
        const one = { ...values, [parameter]: value };
        await readAll(by, one, {});
      }
  });
  return found;
}

/** Every id and name of a record that the server shows, which a run must not change. */
export const idsIn = (inventory) =>
  new Set(
    Object.values(inventory)
      .filter(({ operation }) => operation.startsWith("list"))
      .flatMap(({ records }) => Object.keys(records)),
  );

async function read(caller, id, { path, accept }, { query = "" }) {
  const paged = isPaged(id);
  const all = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const more = [query, ...(paged ? [`itemsPerPage=${PAGE}`, `pageNum=${page}`] : [])].filter(Boolean).join("&");
    const { status, json } = await caller.send("GET", more === "" ? path : `${path}?${more}`, accept);
    // A refused read is recorded too, except 404 and 403, which mean that there is nothing to see.
    if (status >= 300) return status === 404 || status === 403 ? [] : [{ id: `answered ${status}` }];
    const records = recordsOf(id, json);
    all.push(...records);
    if (!paged || records.length < PAGE) break;
  }
  return all;
}

function recordsOf(id, json) {
  if (id === "getAccessLogsByCluster" || id === "getAccessLogsByHost") return json?.accessLogs ?? [];
  if (!id.startsWith("list")) return [Object(json)];
  if (id === "listAllClusters")
    return Object(json).results.flatMap(({ clusters, ...project }) => clusters.map((one) => ({ ...project, ...one })));
  const listed = Array.isArray(json)
    ? json
    : (json?.results ?? Object.values(Object(json)).filter(Array.isArray).flat());
  return listed.map((record) => (typeof record === "object" && record !== null ? record : { name: String(record) }));
}

/** The id of a setting is its place, that of a listed record its id; login attempts have none. */
function idIn(operation, record, values) {
  if (operation.startsWith("getAccessLogs")) return JSON.stringify(record);
  if (!operation.startsWith("list")) return String(Object.values(values).at(-1));
  const { id, _id, indexID, roleId, clusterId, projectId, name } = record;
  return String(id ?? _id ?? indexID ?? roleId ?? clusterId ?? projectId ?? name);
}
