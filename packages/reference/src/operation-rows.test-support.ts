import { exampleOf, type OperationId } from "@plumbline/schemas";
import { backupRows, type Row } from "./backup-rows.test-support.ts";
import { basic, type Caller } from "./caller.test-support.ts";
import type { Reference } from "./reference.ts";

/** An id that no record has. */
export const UNKNOWN = "0123456789abcdef01234567";
const OUTAGE = { outageFilters: [{ regionName: "US_EAST_1", type: "REGION" }] };

/** A success and the refusals of an operation: those stated here, or else those that derive from its record. */
export function rows(caller: Caller): (id: OperationId) => Row {
  const stated = statedRows(caller);
  return (id) => stated[id] ?? rowOf(id, caller.reference);
}

/** The simplest call, with the example of the body, and the refusal of a key without roles. */
function rowOf(id: OperationId, { contract, keys }: Reference): Row {
  const { body } = contract.operation(id);
  return { good: body === undefined ? {} : { json: exampleOf(body.schema) }, bad: [[403, { key: keys.noRole }]] };
}

function statedRows(caller: Caller): Readonly<Partial<Record<OperationId, Row>>> {
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
