import {
  atlas,
  type JsonSchema,
  neutral,
  OPERATION_IDS,
  type OperationId,
  type Profile,
  type RouteVersion,
  standardError,
  tokenError,
} from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { describe, expect, test } from "vitest";
import { prepareBackup } from "./backup-rows.test-support.ts";
import { type Call, type Caller, idsOf } from "./caller.test-support.ts";
import { memberIn } from "./json.test-support.ts";
import { rows, UNKNOWN } from "./operation-rows.test-support.ts";
import { running } from "./running.test-support.ts";

const answers = createValidator({ answers: true });

/** Operations that the public interface has in only one version: analyzers and the two forms of search indexes. */
const ONE_VERSION_ANYWHERE = [
  "listCustomAnalyzers 2",
  "replaceCustomAnalyzers 2",
  "createSearchIndexLegacy 1.0",
  "getSearchIndexByName 1.0",
  "updateSearchIndexByName 1.0",
  "deleteSearchIndexByName 1.0",
];
/** The highest number in the description. For later operations, only their own record says where they are served. */
const LAST_DESCRIBED = 72;
/**
 * The operations that a profile lacks in a version; only these cannot succeed there. The description assigns more of
 * them to one version than the public interface does (Versioning, and the heading of the clusters).
 */
const ONE_VERSION: Readonly<Record<string, readonly string[]>> = {
  atlas: ONE_VERSION_ANYWHERE,
  neutral: [
    ...ONE_VERSION_ANYWHERE,
    "getSearchIndexById 1.0",
    "updateSearchIndexById 1.0",
    "deleteSearchIndexById 1.0",
    "listExportJobs 1.0",
    "createExportJob 1.0",
    "getExportJob 1.0",
    "getShardedSnapshot 1.0",
    "listShardedSnapshots 1.0",
    "deleteShardedSnapshot 1.0",
    "listServerlessRestoreJobs 1.0",
    "createServerlessRestoreJob 1.0",
    "getServerlessRestoreJob 1.0",
    "listAllClusters 2",
    "listClusters 2",
    "createCluster 2",
  ],
};

/** The schema of a record in the list of clusters. */
function clusterOf({ reference: { contract } }: Caller): JsonSchema {
  const { result } = contract.operation("listClusters");
  const list = result !== undefined && "schema" in result ? result.schema.properties?.["results"] : undefined;
  if (list?.items === undefined) throw new Error("the list of clusters has a schema");
  return list.items;
}

const versionsOf = (caller: Caller, id: OperationId): readonly RouteVersion[] =>
  caller.reference.contract.operation(id).routes.map(({ version }) => version);

describe.each([neutral, atlas])("profile $name", async (profile: Profile) => {
  const caller = await running({ profile });
  const row = rows(caller);
  const succeeded = new Set<string>();
  const cases = OPERATION_IDS.flatMap((id) => versionsOf(caller, id).map((version) => [id, version] as const));
  // Deletes in both versions: the second version needs a record that the first has not removed.
  const path = (id: OperationId, version: RouteVersion): Call => {
    if (id === "deleteAlertConfig")
      return { path: { alertConfigId: caller.reference.world.alertConfigIds[version === "2" ? 2 : 3] ?? "" } };
    // An index name can be used only once.
    if (id === "createSearchIndex" && version === "1.0")
      return { json: { database: "shop", collectionName: "flats", name: "default", type: "search" } };
    // Only some profiles have this route, and it accepts the flat form.
    if (id === "updateSearchIndexById" && version === "1.0")
      return { json: { database: "shop", collectionName: "goods", name: "default" } };
    // Each cluster can have only one simulation at a time.
    return id.endsWith("OutageSimulation") && version === "2" ? { path: { clusterName: "shared-m5" } } : {};
  };

  // Records that exist only once: each version gets a link to create or delete, and a migration to cut over.
  const prepare = async (id: OperationId): Promise<Call> => {
    if (id === "createLinkToken") await caller.call("deleteLinkToken");
    if (id === "deleteLinkToken") await caller.call("createLinkToken", row("createLinkToken").good);
    if (id !== "cutOverMigration") return prepareBackup(caller, id);
    const made = await caller.call("createMigration", row("createMigration").good);
    caller.reference.clock.advance(15_000);
    return { path: { liveMigrationId: String(memberIn(made.json, "_id")) } };
  };

  test.each(cases)("%s in version %s answers what the catalogue says", async (id, version) => {
    const prepared = await prepare(id);
    const reply = await caller.call(id, { version, ...row(id).good, ...path(id, version), ...prepared });
    const { result } = caller.reference.contract.operation(id, version);
    if (reply.status < 300) succeeded.add(`${id} ${version}`);
    // The description does not state the answer to a create of a cluster; its clients expect a cluster.
    if (id === "createCluster") {
      expect([reply.status, answers.violations(clusterOf(caller), reply.json)]).toEqual([200, []]);
      return;
    }
    if (result?.kind === "not-shown" && reply.status === 200) return;
    if (result === undefined || result.kind === "empty" || result.kind === "not-shown") {
      expect([reply.status, reply.text]).toEqual([204, ""]);
      return;
    }
    expect(reply.status).toBe(200);
    expect(answers.violations(result.schema, reply.json)).toEqual([]);
    const mediaType = version === "2" ? `application/vnd.${profile.product}.2025-01-01+json` : "application/json";
    expect(reply.headers["content-type"]).toBe(mediaType);
    if (result.kind === "paged") expect(idsOf(reply).length).toBeGreaterThan(0);
  });

  test("every operation succeeded in each version that has it, and is where the contract puts it", () => {
    const { operations } = caller.reference.contract;
    const missing = operations.flatMap(({ id, routes }) =>
      routes.flatMap(({ version }) => (succeeded.has(`${id} ${version}`) ? [] : [`${id} ${version}`])),
    );
    expect([operations.length, missing]).toEqual([OPERATION_IDS.length, []]);
    const absent = operations.flatMap(({ id, number, routes }) =>
      number > LAST_DESCRIBED || routes.some(({ version }) => version === "standalone")
        ? []
        : (["1.0", "2"] as const).flatMap((version) =>
            routes.some((route) => route.version === version) ? [] : [`${id} ${version}`],
          ),
    );
    expect(absent.sort()).toEqual([...(ONE_VERSION[profile.name] ?? [])].sort());
  });

  test.each(cases)("%s in version %s refuses in the stated error body", async (id, version) => {
    for (const [status, call] of row(id).bad) {
      const reply = await caller.call(id, { ...call, version });
      expect(reply.status).toBe(status);
      const schema = id === "issueServiceToken" ? tokenError : standardError;
      expect(answers.violations(schema, reply.json)).toEqual([]);
      if (id !== "issueServiceToken") expect(memberIn(reply.json, "error")).toBe(status);
      expect(reply.headers["content-type"]).toBe("application/json");
    }
  });

  test.each(cases)("%s in version %s sends the headers of every answer", async (id, version) => {
    const { headers } = await caller.call(id, { version, path: { groupId: UNKNOWN } });
    const name = caller.reference.contract.header("X-Vendor-Service-Version").toLowerCase();
    expect(headers[name]).toMatch(/^gitHash=[0-9a-f]{40}; versionString=\S+$/);
    expect(headers["strict-transport-security"]).toMatch(/^max-age=\d+/);
    expect(headers.date).toBeDefined();
  });
});
