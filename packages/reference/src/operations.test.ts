import { atlas, neutral, type Profile, type RouteVersion, standardError, tokenError } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { describe, expect, test } from "vitest";
import { backupRows, prepareBackup, type Row } from "./backup-rows.test-helper.ts";
import { basic, type Call, type Caller, idsOf } from "./caller.test-helper.ts";
import { memberIn } from "./json.test-helper.ts";
import { running } from "./running.test-helper.ts";
import { SERVED, type ServedOperation } from "./served.ts";

const answers = createValidator({ answers: true });
const UNKNOWN = "0123456789abcdef01234567";

const OUTAGE = { outageFilters: [{ regionName: "US_EAST_1", type: "REGION" }] };

function rows(caller: Caller): Readonly<Record<ServedOperation, Row>> {
  const { reference } = caller;
  const { contract, world } = reference;
  const config = contract.wire({
    eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE",
    notifications: [{ typeName: "TEAM_CHAT", apiToken: "token", channelName: "alerts" }],
  });
  const migration = {
    destination: { clusterName: world.clusterName, groupId: world.projectId, hostnameSchemaType: "PUBLIC" },
    dropEnabled: false,
    source: { clusterName: "source0", managedAuthentication: true },
    migrationHosts: ["host0.example.net"],
  };
  const list: Row = {
    good: { query: "itemsPerPage=7&pretty=true" },
    bad: [
      [400, { query: "itemsPerPage=501" }],
      [400, { query: "pageNum=0" }],
      [400, { query: "includeCount=abc" }],
      [400, { query: "envelope=&pageNum=1" }],
    ],
  };
  const history: Row = {
    good: { query: "nLogs=5" },
    bad: [
      [400, { query: "nLogs=20001" }],
      [400, { query: "start=1" }],
      [400, { query: "ipAddress=256.1.1.1" }],
      [406, { headers: { Accept: "text/html" } }],
    ],
  };
  const written: Row["bad"] = [
    [400, { body: "{" }],
    [415, { body: "{}", headers: { "Content-Type": "text/plain" } }],
    [401, { headers: { Authorization: "Digest nonsense" }, json: {} }],
  ];
  const unknownConfig: Row["bad"] = [
    [404, { path: { alertConfigId: UNKNOWN }, json: config }],
    [400, { path: { alertConfigId: "0123" }, json: config }],
  ];
  const index = contract.wire({ database: "shop", collectionName: "goods", name: "default", analyzer: "engine.nori" });
  const unknownCluster: Row["bad"] = [[404, { path: { clusterName: "nowhere" } }]];
  const unknownIndex: Row["bad"] = [
    [404, { path: { indexId: UNKNOWN } }],
    [400, { path: { indexId: UNKNOWN.toUpperCase() } }],
  ];
  return {
    getAccessLogsByCluster: {
      good: history.good,
      bad: [...history.bad, [404, { path: { clusterName: "nowhere" } }], [403, { path: { clusterName: "shared-m0" } }]],
    },
    getAccessLogsByHost: {
      good: history.good,
      bad: [...history.bad, [404, { path: { hostname: "nowhere.example.net" } }]],
    },
    listMatcherFieldNames: {
      good: {},
      bad: [
        [400, { query: "pretty=1" }],
        [403, { key: reference.keys.noRole }],
      ],
    },
    listAlertConfigs: { good: list.good, bad: [...list.bad, [404, { path: { groupId: UNKNOWN } }]] },
    createAlertConfig: { good: { json: config }, bad: [...written, [400, { json: {} }]] },
    getAlertConfig: { good: {}, bad: unknownConfig },
    setAlertConfigEnabled: { good: { json: { enabled: true } }, bad: [...written, ...unknownConfig] },
    updateAlertConfig: { good: { json: config }, bad: [...written, ...unknownConfig] },
    listAlertConfigsOfAlert: { good: list.good, bad: [...list.bad, [404, { path: { alertId: UNKNOWN } }]] },
    listOpenAlertsOfConfig: { good: list.good, bad: [...list.bad, [404, { path: { alertConfigId: UNKNOWN } }]] },
    listAlerts: { good: list.good, bad: [...list.bad, [400, { query: "status=open" }]] },
    getAlert: { good: {}, bad: [[404, { path: { alertId: UNKNOWN } }]] },
    acknowledgeAlert: {
      good: { json: { acknowledgedUntil: "2025-06-02T12:00:00Z", acknowledgementComment: "é".repeat(200) } },
      bad: [...written, [400, { json: { acknowledgementComment: "x".repeat(201) } }]],
    },
    deleteAlertConfig: { good: { path: { alertConfigId: world.alertConfigIds[1] ?? "" } }, bad: unknownConfig },
    listCustomAnalyzers: { good: {}, bad: unknownCluster },
    replaceCustomAnalyzers: {
      good: { json: [{ name: "own", tokenizer: { type: "standard" }, charFilters: [{ type: "persian" }] }] },
      bad: [...written, ...unknownCluster.map(([status, call]) => [status, { json: [], ...call }] as const)],
    },
    createSearchIndex: { good: { json: { ...index, definition: {} } }, bad: [...written, [400, { json: {} }]] },
    createSearchIndexLegacy: { good: { json: { ...index, name: "flat" } }, bad: [...written, [400, { json: {} }]] },
    listSearchIndexes: { good: {}, bad: unknownCluster },
    getSearchIndexByName: { good: {}, bad: [...unknownCluster, [404, { path: { indexName: "nowhere" } }]] },
    updateSearchIndexByName: { good: { json: { definition: {} } }, bad: [...written, [400, { json: {} }]] },
    deleteSearchIndexByName: {
      good: { path: { indexName: "titles" } },
      bad: [[404, { path: { indexName: "nowhere" } }]],
    },
    getSearchIndexById: { good: {}, bad: unknownIndex },
    updateSearchIndexById: { good: { json: { definition: {} } }, bad: [...written, [400, { json: {} }]] },
    deleteSearchIndexById: { good: { path: { indexId: world.searchIndexes[2]?.id ?? "" } }, bad: unknownIndex },
    getAuditing: {
      good: {},
      bad: [
        [403, { path: { groupId: world.sharedTierProjectId } }],
        [403, { key: reference.keys.noRole }],
      ],
    },
    updateAuditing: {
      good: { json: { auditFilter: '{"atype":"authenticate"}', enabled: true } },
      bad: [...written, [400, { json: { enabled: "x" } }], [400, { json: { auditFilter: "{not json" } }]],
    },
    getCustomDns: { good: {}, bad: [[404, { path: { groupId: UNKNOWN } }]] },
    updateCustomDns: { good: { json: { enabled: true } }, bad: [...written, [400, { json: {} }]] },
    disablePrivateIpMode: {
      good: { json: { enabled: false } },
      bad: [
        ...written,
        [400, { json: {} }],
        [409, { json: { enabled: false }, path: { groupId: world.oldEngineProjectId } }],
      ],
    },
    listCloudAccessRoles: { good: {}, bad: [[403, { key: reference.keys.noRole }]] },
    createCloudAccessRole: {
      good: { json: contract.wire({ providerName: "PROVIDER_B" }) },
      bad: [...written, [400, { json: {} }], [400, { json: { providerName: "nobody" } }]],
    },
    getCloudAccessRole: { good: {}, bad: [[404, { path: { roleId: UNKNOWN } }]] },
    startOutageSimulation: {
      good: { json: OUTAGE },
      bad: [
        ...written,
        [400, { json: { outageFilters: [] } }],
        [404, { path: { clusterName: "nowhere" }, json: OUTAGE }],
      ],
    },
    getOutageSimulation: { good: {}, bad: [[404, { path: { clusterName: "nowhere" } }]] },
    endOutageSimulation: { good: {}, bad: [[404, { path: { clusterName: "shared-m2" } }]] },
    createMigration: {
      good: { json: migration },
      bad: [...written, [400, { json: {} }], [403, { key: reference.keys.projectOwner, json: migration }]],
    },
    validateMigration: { good: { json: migration }, bad: [...written, [400, { json: {} }]] },
    getMigrationValidation: {
      good: {},
      bad: [
        [400, { path: { validationId: "0123" } }],
        [404, { path: { validationId: UNKNOWN } }],
      ],
    },
    getMigration: {
      good: { key: reference.keys.organizationMember },
      bad: [
        [400, { path: { liveMigrationId: "0123" } }],
        [404, { path: { liveMigrationId: UNKNOWN } }],
      ],
    },
    cutOverMigration: {
      good: {},
      bad: [
        [404, { path: { liveMigrationId: UNKNOWN } }],
        [409, { path: { liveMigrationId: world.migrationIds[1] ?? "" } }],
      ],
    },
    listMigratableProjects: { good: {}, bad: [[404, { path: { orgId: UNKNOWN } }]] },
    deleteLinkToken: { good: {}, bad: [[403, { key: reference.keys.organizationMember }]] },
    createLinkToken: {
      good: { json: { accessListIps: ["203.0.113.7"] } },
      bad: [...written, [400, { json: { accessListIps: "203.0.113.7" } }]],
    },
    ...backupRows(caller, list, written),
    listAllClusters: { good: list.good, bad: list.bad },
    listClusters: {
      good: { query: "itemsPerPage=7&includeDeletedWithRetainedBackups=true" },
      bad: [...list.bad, [400, { query: "includeDeletedWithRetainedBackups=abc" }]],
    },
    createCluster: {
      good: { json: contract.wire({ providerSettings: { providerName: "PROVIDER_A", instanceSizeName: "M10" } }) },
      bad: [...written, [400, { json: { paused: "no" } }], [409, { json: { name: world.clusterName } }]],
    },
    discoverMetricsTargets: {
      good: {},
      bad: [
        [401, { headers: { Authorization: basic(reference.metrics.username, "wrong") } }],
        [403, { path: { groupId: world.foreignProjectId } }],
        [404, { path: { groupId: UNKNOWN } }],
      ],
    },
    issueServiceToken: {
      good: { body: "grant_type=client_credentials" },
      bad: [
        [400, { body: "grant_type=password" }],
        [400, { body: "" }],
        [400, { method: "GET" }],
        [401, { body: "grant_type=client_credentials", headers: { Authorization: "Basic !" } }],
      ],
    },
  };
}

const versionsOf = (caller: Caller, id: ServedOperation): readonly RouteVersion[] =>
  caller.reference.contract.operation(id).routes.map(({ version }) => version);

describe.each([neutral, atlas])("profile $name", async (profile: Profile) => {
  const caller = await running({ profile });
  const table = rows(caller);
  const cases = SERVED.flatMap((id) => versionsOf(caller, id).map((version) => [id, version] as const));
  // Deletes both times: the second version needs a record that the first has not removed.
  const path = (id: ServedOperation, version: RouteVersion): Call => {
    if (id === "deleteAlertConfig")
      return { path: { alertConfigId: caller.reference.world.alertConfigIds[version === "2" ? 2 : 3] ?? "" } };
    // An index name is taken once.
    if (id === "createSearchIndex" && version === "1.0")
      return { json: { database: "shop", collectionName: "flats", name: "default", type: "search" } };
    // Only some profiles have this route, and it takes the flat form.
    if (id === "updateSearchIndexById" && version === "1.0")
      return { json: { database: "shop", collectionName: "goods", name: "default" } };
    // One simulation at a time on each cluster.
    return id.endsWith("OutageSimulation") && version === "2" ? { path: { clusterName: "shared-m5" } } : {};
  };

  // Things that are there once: each version gets a link to create or delete, and a migration to cut over.
  const prepare = async (id: ServedOperation): Promise<Call> => {
    if (id === "createLinkToken") await caller.call("deleteLinkToken");
    if (id === "deleteLinkToken") await caller.call("createLinkToken", table.createLinkToken.good);
    if (id !== "cutOverMigration") return prepareBackup(caller, id);
    const made = await caller.call("createMigration", table.createMigration.good);
    caller.reference.clock.advance(15_000);
    return { path: { liveMigrationId: String(memberIn(made.json, "_id")) } };
  };

  test.each(cases)("%s in version %s answers what the catalogue says", async (id, version) => {
    const prepared = await prepare(id);
    const reply = await caller.call(id, { version, ...table[id].good, ...path(id, version), ...prepared });
    const { result } = caller.reference.contract.operation(id, version);
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

  test.each(cases)("%s in version %s refuses in the stated error body", async (id, version) => {
    for (const [status, call] of table[id].bad) {
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
