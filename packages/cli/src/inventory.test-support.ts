import { answered, connect } from "@plumbline/client";
import type { Reference } from "@plumbline/reference";
import { fillPath, type OperationId } from "@plumbline/schemas";

/**
 * The content of every list and setting of a project, by operation. Two inventories are equal if nothing was left
 * behind.
 */
export type Inventory = Readonly<Record<string, unknown>>;

const READ: readonly OperationId[] = [
  "listAlertConfigs",
  "listAlerts",
  "listClusters",
  "listSnapshots",
  "listShardedSnapshots",
  "listExportBuckets",
  "listExportJobs",
  "listRestoreJobs",
  "listServerlessRestoreJobs",
  "listSearchIndexes",
  "listCustomAnalyzers",
  "listCloudAccessRoles",
  "listMigratableProjects",
  "getAuditing",
  "getCustomDns",
  "getBackupCompliancePolicy",
  "getBackupSchedule",
  "getOutageSimulation",
];

/** Members that change by themselves, that only show a write, and ids that change when a setting is restored. */
const PASSING: readonly string[] = ["updated", "updatedDate", "updatedUser", "nextSnapshot", "totalCount", "id", "_id"];
const ACKNOWLEDGEMENT: readonly string[] = ["acknowledgedUntil", "acknowledgementComment", "acknowledgingUsername"];
const OF_SETTINGS: readonly OperationId[] = ["getBackupCompliancePolicy", "getBackupSchedule"];

/** The inventory as it will be `later` milliseconds from now, because acknowledgements end by themselves. */
export async function inventoryOf(reference: Reference, later = 0): Promise<Inventory> {
  const now = reference.clock.now() + later;
  const { url, keys, world, contract } = reference;
  const { publicKey, privateKey } = keys.all;
  const connection = connect({ origins: [url] });
  const [index] = world.searchIndexes;
  const found: Record<string, unknown> = {};
  for (const id of READ) {
    const operation = contract.operation(id);
    const route = operation.routes.at(-1);
    if (route === undefined) continue;
    const clusterName = id.includes("Sharded")
      ? world.backup.shardedClusterName
      : id.includes("Serverless")
        ? world.backup.serverlessInstanceName
        : world.clusterName;
    const path = fillPath(route.path, {
      groupId: world.projectId,
      orgId: world.orgId,
      clusterName,
      databaseName: index?.database,
      collectionName: index?.collectionName,
    });
    const paged = operation.query.some(({ name }) => name === "itemsPerPage");
    const exchange = await connection.send({
      method: "GET",
      url: `${url}${path}${paged ? "?itemsPerPage=500" : ""}`,
      headers: { Accept: route.accept },
      credential: { scheme: "digest", label: "all", username: publicKey, password: privateKey },
    });
    const json = answered(exchange) && exchange.response.status < 300 ? exchange.response.json : "none";
    found[id] = OF_SETTINGS.includes(id) ? without(json, PASSING) : byId(json, now);
  }
  connection.close();
  return found;
}

/** The records of a list by id, in any order; any other value is returned unchanged. */
function byId(json: unknown, now: number): unknown {
  const records: unknown = Array.isArray(json) ? json : Object(json).results;
  // A simulation that was ended disappears by itself.
  if (/^(RECOVER|COMPLETE)/.test(String(Object(json).state))) return "none";
  if (!Array.isArray(records))
    return typeof json === "object" && json !== null
      ? Object.fromEntries(
          Object.entries(json).map(([name, value]) => [name, Array.isArray(value) ? byId(value, now) : value]),
        )
      : json;
  const named = records.flatMap((record) => {
    const { id, _id, indexID, roleId, name, status, acknowledgedUntil } = Object(record);
    // The deletion of a search index takes effect later.
    if (status === "DELETING") return [];
    const over = Date.parse(String(acknowledgedUntil)) < now ? ACKNOWLEDGEMENT : [];
    return [[String(id ?? _id ?? indexID ?? roleId ?? name), without(record, [...PASSING, ...over])] as const];
  });
  return Object.fromEntries([...named].sort(([one], [other]) => one.localeCompare(other)));
}

function without(json: unknown, names: readonly string[]): unknown {
  if (Array.isArray(json)) return json.map((one) => without(one, names));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .filter(([name]) => !names.includes(name))
      .map(([name, value]) => [name, without(value, names)]),
  );
}
