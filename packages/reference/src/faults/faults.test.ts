import type { OperationId } from "@plumbline/schemas";
import { expect, test } from "vitest";
import { basic, type Call, Caller, digest, type Reply, readChallenge, send } from "../caller.test-support.ts";
import { standingClock } from "../clock.ts";
import { NOON } from "../running.test-support.ts";
import { makeSecrets } from "../secrets.ts";
import { startReference } from "../start.ts";
import { backupProbes } from "./backup-probes.test-support.ts";
import { edgeProbes } from "./edge-probes.test-support.ts";
import { faults } from "./faults.ts";

type Probe = (caller: Caller) => Promise<readonly Reply[]>;

const calls =
  (...asked: readonly (readonly [OperationId, Call?])[]): Probe =>
  async (caller) => {
    const replies: Reply[] = [];
    for (const [id, call] of asked) replies.push(await caller.call(id, call));
    return replies;
  };
const times =
  (count: number, probe: Probe): Probe =>
  async (caller) => {
    const replies: Reply[] = [];
    for (let index = 0; index < count; index += 1) replies.push(...(await probe(caller)));
    return replies;
  };
const pages = (size: number, ...numbers: readonly number[]): Probe =>
  calls(...numbers.map((number) => ["listAlertConfigs", { query: `itemsPerPage=${size}&pageNum=${number}` }] as const));
const configs = (query: string): Probe => calls(["listAlertConfigs", { query }]);
const history = (query: string): Probe => calls(["getAccessLogsByCluster", { query }]);
const cluster = (clusterName: string): Probe => calls(["getAccessLogsByCluster", { path: { clusterName } }]);
const creates = (json: unknown, headers = {}): Probe => calls(["createAlertConfig", { json, headers }]);
const acknowledges = (json: unknown): Probe => calls(["acknowledgeAlert", { json }], ["getAlert"]);
const token = (body = "grant_type=client_credentials", call: Call = {}): Probe =>
  calls(["issueServiceToken", { body, ...call }]);
const toggles = (enabled: boolean): Probe =>
  calls(["setAlertConfigEnabled", { json: { enabled } }], ["getAlertConfig"]);
const as =
  (label: keyof Caller["reference"]["keys"], id: OperationId, call: Call = {}): Probe =>
  (caller) =>
    calls([id, { ...call, key: caller.reference.keys[label] }])(caller);
const discovers: Probe = calls(["discoverMetricsTargets"]);
const discoversAs =
  (header: (metrics: Caller["reference"]["metrics"]) => string): Probe =>
  (caller) =>
    calls(["discoverMetricsTargets", { headers: { Authorization: header(caller.reference.metrics) } }])(caller);
const challenges: Probe = async (caller) => [await send(caller.url("listAlerts"))];

/** A digest that is right but for one thing. */
const tampers =
  (change: (header: string) => string, operation: OperationId = "listMatcherFieldNames"): Probe =>
  async (caller) => {
    const url = caller.url(operation);
    const parts = { method: "GET", uri: url.slice(caller.reference.url.length) };
    const header = digest(caller.reference.keys.all, readChallenge(await send(url)), parts);
    return [await send(url, { headers: { Authorization: change(header) } })];
  };

const NAMES = { database: "shop", collectionName: "goods", name: "default" };
const flat = (change: object): Probe => calls(["createSearchIndexLegacy", { json: { ...NAMES, ...change } }]);
const WORDS = { name: "own", tokenizer: { type: "whitespace" } };
const analyzes = (...analyzers: readonly object[]): Probe =>
  calls(["replaceCustomAnalyzers", { json: analyzers }], ["listCustomAnalyzers"]);

const CONFIG = { eventTypeName: "JOINED_GROUP", notifications: [], enabled: false };
const MATCHER = { fieldName: "TYPE_NAME", operator: "EQUALS", value: "x" };
const ID = "0820f3ad08ff49b60000a10c";
const audits = (json: unknown): Probe => calls(["updateAuditing", { json }], ["getAuditing"]);
const OUTAGE = { outageFilters: [{ regionName: "US_EAST_1", type: "REGION" }] };
const outage: Probe = calls(
  ["startOutageSimulation", { json: OUTAGE }],
  ["getOutageSimulation"],
  ["endOutageSimulation"],
);

const migrates = (change: object): Probe =>
  calls(
    ...(["createMigration", "validateMigration"] as const).map(
      (id) => [id, { json: { destination: {}, dropEnabled: false, source: {}, ...change } }] as const,
    ),
  );
const createsCluster = (json: unknown): Probe =>
  calls(["createCluster", { json }], ["listClusters", { query: "itemsPerPage=500" }]);
const SHARDED = { replicationSpecs: [{ regionsConfig: { US_EAST_1: {}, WESTERN_EUROPE: {} } }], diskSizeGB: 10 };
const clusters: Probe = calls(["listClusters"]);
const linked: Probe = calls(["createLinkToken", { json: { accessListIps: [] } }], ["listMigratableProjects"]);

const serverlessJobs: Probe = (caller) =>
  calls(["listServerlessRestoreJobs", { path: { clusterName: caller.reference.world.backup.serverlessInstanceName } }])(
    caller,
  );

/** What shows each fault: requests that a faulty server answers otherwise than an honest one. */
const probes: Readonly<Record<string, Probe>> = {
  ...backupProbes,
  ...edgeProbes,
  "VA-14": migrates({ migrationHosts: ["a", "b"] }),
  "MI-01": calls(["createMigration", { json: {} }]),
  "MI-02": migrates({ sharding: { shardingEntries: {} } }),
  "MI-03": migrates({}),
  "MI-60": migrates({ source: { ssl: "x" } }),
  "MI-61": migrates({ sharding: { shardingEntries: ["x"] } }),
  "MI-04": calls(["getMigration"]),
  "MI-05": calls(["getMigrationValidation"]),
  "MI-06": calls(["getMigrationValidation"]),
  "MI-07": calls(["cutOverMigration"], ["getMigration"]),
  "MI-08": linked,
  "MI-09": calls(["createLinkToken", { json: { accessListIps: [5] } }]),
  "MI-10": linked,
  "MI-12": migrates({ migrationHosts: ["vm001.example.net"] }),
  "MI-11": as("organizationMember", "getMigration"),
  "KE-13": acknowledges({ acknowledgementComment: "own" }),
  "KE-15": calls(["updateAlertConfig", { json: { ...CONFIG, matchers: [MATCHER] } }]),
  "KE-16": calls(["listSearchIndexes"]),
  "KE-17": calls(["listExportJobs"]),
  "KE-18": calls(["takeSnapshot", { json: { description: "own", retentionInDays: 1 } }]),
  "KE-19": calls(["changeSnapshotExpiration", { json: { retentionUnit: "WEEKS", retentionValue: 1 } }]),
  "KE-20": calls(["getMigration"]),
  "KE-21": calls(["listAlertConfigs"], ["updateAlertConfig", { json: CONFIG }], ["listAlertConfigs"]),
  "CL-60": clusters,
  "CL-61": createsCluster({ name: "own", id: ID }),
  "SR-60": calls(["listSearchIndexes", { path: { databaseName: "other" } }]),
  "CL-30": createsCluster({ tags: [{ key: "a", value: "b" }] }),
  "CL-31": createsCluster({ name: "a".repeat(24) }),
  "KE-01": createsCluster({ paused: true }),
  "KE-02": createsCluster({ numShards: 2 }),
  "KE-03": createsCluster({ tags: [{ key: "a", value: "b" }] }),
  "KE-04": calls(["updateBackupSchedule", { json: { copySettings: [] } }]),
  "KE-05": calls(["updateBackupSchedule", { json: { restoreWindowDays: 5 } }]),
  "KE-06": calls(["updateBackupCompliancePolicy", { json: { authorizedEmail: "own@example.com" } }]),
  "KE-07": serverlessJobs,
  "KE-12": calls([
    "updateAlertConfig",
    {
      json: {
        ...CONFIG,
        notifications: [{ typeName: "MONITORING_PLATFORM", monitoringApiKey: "a".repeat(32), monitoringRegion: "EU" }],
      },
    },
  ]),
  "KE-11": calls(["getBackupCompliancePolicy"]),
  "KE-08": flat({
    mappings: { dynamic: true },
    synonyms: [{ analyzer: "engine.simple", name: "words", source: { collection: "goods" } }],
  }),
  "KE-09": calls(["takeSnapshot", { json: { description: "own", retentionInDays: 1 } }]),
  "KE-10": (caller) =>
    calls([
      "createExportJob",
      {
        json: {
          exportBucketId: caller.reference.world.backup.exportBucketIds[0],
          snapshotId: caller.reference.world.backup.snapshotIds[0],
          customData: [{ key: "by", value: "own" }],
        },
      },
    ])(caller),
  "CL-01": clusters,
  "CL-02": calls(["listAllClusters"]),
  "CL-03": clusters,
  "CL-04": clusters,
  "CL-05": createsCluster({ name: "a-" }),
  "CL-06": createsCluster({ numShards: 51 }),
  "CL-07": createsCluster({ diskSizeGB: 5 }),
  "CL-08": createsCluster({ diskSizeGB: 4_097 }),
  "CL-09": createsCluster({ replicationSpecs: [] }),
  "CL-10": createsCluster({ diskSizeGB: 101 }),
  "CL-11": createsCluster({ diskSizeGB: 20, providerSettings: { instanceSizeName: "M2" } }),
  "CL-12": createsCluster(SHARDED),
  "CL-13": createsCluster({ clusterType: "NOPE" }),
  "CL-14": createsCluster({ biConnector: { enabled: "x" } }),
  "CL-15": createsCluster({ paused: "x" }),
  "CL-16": createsCluster({ tags: [{ key: "", value: "x" }] }),
  "CL-17": createsCluster({}),
  "CL-18": createsCluster({}),
  "CL-19": clusters,
  "CL-20": clusters,
  "CL-21": clusters,
  "CL-22": clusters,
  "CL-23": clusters,
  "CL-24": clusters,
  "CL-25": clusters,
  "CL-26": createsCluster({ acceptDataRisksAndForceReplicaSetReconfig: "now" }),
  "CL-28": as("otherProjectOwner", "listAllClusters"),
  "CL-29": calls(["listAllClusters"]),
  "CL-27": as("projectReadOnly", "listClusters"),
  "SE-01": calls(["getAuditing"]),
  "SE-02": audits({ enabled: "x" }),
  "SE-03": audits({ auditFilter: "{not json" }),
  "SE-04": audits({ enabled: true }),
  "SE-16": audits({ auditFilter: '{"param.ns":"a: b"}' }),
  "SE-05": calls(["getAuditing"]),
  "SE-06": (caller) =>
    calls(["getAuditing", { path: { groupId: caller.reference.world.sharedTierProjectId } }])(caller),
  "SE-17": (caller) => {
    const path = { groupId: caller.reference.world.sharedTierProjectId };
    return calls(["updateAuditing", { json: { enabled: true }, path }])(caller);
  },
  "SE-07": calls(["getCustomDns"]),
  "SE-08": calls(["updateCustomDns", { json: {} }]),
  "SE-09": calls(["updateCustomDns", { json: { enabled: true } }], ["getCustomDns"]),
  "SE-10": calls(["disablePrivateIpMode", { json: { enabled: false } }]),
  "SE-11": calls(["disablePrivateIpMode", { json: { enabled: false } }]),
  "SE-12": (caller) => {
    const path = { groupId: caller.reference.world.oldEngineProjectId };
    return calls(["disablePrivateIpMode", { json: { enabled: false }, path }])(caller);
  },
  "SE-14": calls(["disablePrivateIpMode", { json: {} }]),
  "SE-13": calls(["disablePrivateIpMode", { json: { enabled: false } }]),
  "CA-01": calls(["listCloudAccessRoles"]),
  "CA-02": calls(["listCloudAccessRoles"]),
  "CA-03": calls(["listCloudAccessRoles"]),
  "CA-04": calls(["createCloudAccessRole", { json: {} }]),
  "CA-06": calls(["getCloudAccessRole"]),
  "CA-05": calls(["createCloudAccessRole", { json: { providerName: "PROVIDER_A" } }], ["listCloudAccessRoles"]),
  "OU-01": outage,
  "OU-02": calls(["startOutageSimulation", { json: {} }]),
  "OU-03": outage,
  "OU-04": outage,
  "OU-05": outage,
  "RT-02": calls(["listMatcherFieldNames"]),
  "RT-10": history("nLogs=1"),
  "RT-11": discovers,
  "RT-12": token(),
  "VA-01": cluster("a".repeat(65)),
  "VA-02": cluster("Cluster0-"),
  "VA-04": calls(["getAlertConfig", { path: { alertConfigId: ID.toUpperCase() } }]),
  "VA-05": calls(["getAlertConfig", { path: { alertConfigId: `x${ID}` } }]),
  "VA-90": calls(["getAlertConfig", { path: { alertConfigId: ID.replace(/[0-9]/, "\uff11") } }]),
  "VA-48": calls(["deleteAlertConfig", { path: { alertConfigId: ID.toUpperCase() } }]),
  "VA-49": calls(["deleteBackupSchedules", { path: { clusterName: "Cluster0-" } }]),
  "VA-50": (caller) =>
    calls(["deleteAlertConfig", { path: { groupId: `${caller.reference.world.projectId}0` } }])(caller),
  "VA-08": acknowledges({ acknowledgementComment: "é".repeat(150) }),
  "VA-16": history("start=1"),
  "VA-18": history("ipAddress=256.1.1.1"),
  "VA-21": creates({ ...CONFIG, notifications: [{ typeName: "MONITORING_PLATFORM", delayMin: "x" }] }),
  "VA-23": creates({ ...CONFIG, enabled: "x" }, { "Content-Type": "application/json; charset=utf-8" }),
  "VA-30": history("nLogs=20001"),
  "VA-31": history("nLogs=0"),
  "VA-32": history("authResult=abc"),
  "VA-33": history("start=abc&end=abc"),
  "VA-34": creates({ eventTypeName: "JOINED_GROUP" }),
  "VA-35": creates({ notifications: [] }),
  "VA-36": creates({ ...CONFIG, enabled: "abc" }),
  "VA-37": creates({ ...CONFIG, eventTypeName: "NOT_AN_EVENT_TYPE" }),
  "VA-53": creates({ ...CONFIG, eventTypeName: "" }),
  "VA-51": calls(["updateAlertConfig", { json: { ...CONFIG, matchers: [{ ...MATCHER, fieldName: "NOT_A_FIELD" }] } }]),
  "VA-52": calls([
    "updateAlertConfig",
    { json: { ...CONFIG, notifications: [{ typeName: "PLUMBLINE_NO_SUCH_KIND" }] } },
  ]),
  "VA-38": creates({ ...CONFIG, matchers: [{ ...MATCHER, fieldName: "NOT_A_FIELD" }] }),
  "VA-39": acknowledges({ acknowledgementComment: "x".repeat(201) }),
  "VA-40": acknowledges({ acknowledgedUntil: "tomorrow" }),
  "AU-01": challenges,
  "AU-02": challenges,
  "AU-03": challenges,
  "AU-04": tampers((header) => header.replace(/response="[^"]+/, 'response="x')),
  "AU-05": (caller) => calls(["listAlerts", { headers: { Authorization: forged(caller) } }])(caller),
  "AU-06": async (caller) => {
    const url = caller.url("listAlerts");
    const parts = { method: "GET", uri: "/elsewhere" };
    return [
      await send(url, {
        headers: { Authorization: digest(caller.reference.keys.all, await caller.challenge(), parts) },
      }),
    ];
  },
  "AU-09": as("projectReadOnly", "createAlertConfig", { json: CONFIG }),
  "AU-12": tampers((header) => header.replace("qop=auth", "qop=auth-int")),
  "AU-13": tampers((header) => header.replace("algorithm=MD5", "algorithm=SHA-256")),
  "AU-68": async (caller) => {
    const url = caller.url("listAlerts");
    const parts = { method: "GET", uri: url.slice(caller.reference.url.length), qop: "plumbline" };
    const Authorization = digest(caller.reference.keys.all, await caller.challenge(), parts);
    return [await send(url, { headers: { Authorization } })];
  },
  "AU-67": tampers(() => "Digest"),
  "AU-14": tampers((header) => header.replace(/username="[^"]+/, 'username="nobody')),
  "AU-15": challenges,
  "AU-16": challenges,
  "AU-17": challenges,
  "AU-36": tampers((header) => header.replace(/response="[^"]+/, 'response="x'), "getAuditing"),
  "AU-34": tampers((header) => header.replace(/response="[^"]+/, `response="${"0".repeat(32)}`)),
  "AU-35": tampers((header) => header.replace(/response="[^"]+/, `response="${"0".repeat(32)}`)),
  "AU-20": as("noRole", "listAlerts"),
  "AU-66": async (caller) => {
    const { keys, url: base, world } = caller.reference;
    const [first = "", ...rest] = world.projectId;
    const escaped = `%${first.charCodeAt(0).toString(16)}${rest.join("")}`;
    const url = caller.url("listAlerts").replace(world.projectId, escaped);
    const parts = { method: "GET", uri: url.slice(base.length) };
    const Authorization = digest(keys.otherProjectOwner, await caller.challenge(), parts);
    return [await send(url, { headers: { Authorization } })];
  },
  "AU-69": (caller) =>
    as("projectReadOnly", "listAlerts", { path: { groupId: caller.reference.world.otherProjectId } })(caller),
  "AU-21": as("projectMonitoringAdmin", "getAccessLogsByCluster"),
  "AU-22": as("noRole", "deleteAlertConfig"),
  "AU-11": (caller) =>
    token("grant_type=client_credentials", {
      headers: { Authorization: basic(caller.reference.serviceAccount.clientId, "wrong") },
    })(caller),
  "LI-01": times(11, token()),
  "LI-02": times(6, token()),
  "LI-03": async (caller) => {
    const replies = [...(await times(10, token())(caller))];
    for (let index = 0; index < 3; index += 1) {
      caller.reference.clock.advance(25_000);
      replies.push(...(await token()(caller)));
    }
    return replies;
  },
  "TK-01": token(),
  "TK-02": token("", { headers: { Authorization: basic("nobody", "nothing") } }),
  "TK-03": times(11, token()),
  "TK-04": token(),
  "TK-05": token("grant_type=password"),
  "TK-06": (caller) => {
    const { clientId, clientSecret } = caller.reference.blockedServiceAccount;
    return token("grant_type=client_credentials", { headers: { Authorization: basic(clientId, clientSecret) } })(
      caller,
    );
  },
  "TK-07": token("grant_type=password"),
  "TK-08": token("grant_type=password"),
  "EB-01": cluster("nowhere"),
  "EB-02": cluster("nowhere"),
  "EB-03": cluster("nowhere"),
  "EB-06": token("grant_type=password"),
  "EB-07": cluster("nowhere"),
  "EB-08": cluster("nowhere"),
  "EB-09": cluster("nowhere"),
  "EB-15": calls(["changeSnapshotExpiration", { json: { retentionUnit: "WEEKS", retentionValue: 1 } }]),
  "EB-10": history("nLogs=-1"),
  "PG-01": configs("itemsPerPage=5"),
  "PG-02": pages(5, 1, 2),
  "PG-03": configs("itemsPerPage=500"),
  "PG-04": configs("itemsPerPage=501"),
  "PG-25": configs("itemsPerPage=1http://x"),
  "PG-26": configs("itemsPerPage=%zz"),
  "PG-05": pages(7, 1, 2, 3),
  "PG-06": configs("pageNum=0"),
  "PG-10": pages(5, 2),
  "PG-11": configs("includeCount=false"),
  "PG-12": configs("itemsPerPage=5"),
  "PG-13": configs(""),
  "PG-14": configs(""),
  "PG-15": configs("includeCount=abc"),
  "EN-02": configs("envelope=true"),
  "EN-03": configs("envelope=true"),
  "EN-04": configs("envelope=true"),
  "EN-05": calls(["listMatcherFieldNames", { query: "envelope=true" }]),
  "EN-06": calls(["listMatcherFieldNames", { query: "envelope=true" }]),
  "EN-07": calls(["getAlertConfig", { query: "envelope=true" }]),
  "EN-08": calls(["listAllClusters", { query: "envelope=true" }]),
  "EN-09": configs("envelope=true&itemsPerPage=1"),
  "EN-12": configs("envelope=true&itemsPerPage=1&pageNum=2"),
  "EN-13": configs("envelope=true&includeCount=false"),
  "EN-14": calls(["listAlerts", { query: "envelope=true&status=CLOSED" }]),
  "EN-10": configs("envelope=true"),
  "EN-15": calls(["deleteBackupSchedules", { query: "envelope=true" }]),
  "PR-06": calls(["updateAuditing", { query: "pretty=true", json: { enabled: false } }]),
  "EN-11": configs("envelope=abc"),
  "PR-01": configs("pretty=true"),
  "PR-02": configs("pretty=abc"),
  "PR-03": configs(""),
  "PR-04": configs("envelope=true&pretty=true"),
  "PR-05": calls(["listExportBuckets", { query: "pretty=true" }], ["listMatcherFieldNames", { query: "pretty=true" }]),
  "ID-01": calls(["getAlert"]),
  "ID-02": calls(["getAlertConfig"]),
  "TS-01": calls(["getAlert"]),
  "TS-02": calls(["getAlert"]),
  "VE-01": calls(["getAlert", { version: "2" }]),
  "VE-10": calls(["getAlert", { version: "1.0" }]),
  "VE-11": calls(["getAlert", { version: "2" }]),
  "VE-12": calls(["getAlert", { version: "2" }]),
  "HD-01": calls(["getAlert"]),
  "HD-02": calls(["getAlert"]),
  "AC-01": history("authResult=true"),
  "AC-02": history("ipAddress=203.0.113.7"),
  "AC-03": history("start=1&end=2"),
  "AC-04": history("nLogs=3"),
  "AC-05": cluster("shared-m0"),
  "AC-06": history("nLogs=1"),
  "AC-09": history("authResult=true&ipAddress=203.0.113.7"),
  "AC-10": calls(
    ["getAccessLogsByCluster"],
    ["getAccessLogsByCluster", { query: "start=1&end=2000000000000&nLogs=1&ipAddress=203.0.113.7" }],
  ),
  "AC-08": history("nLogs=0"),
  "AC-13": history("authResult=true"),
  "AC-14": history("ipAddress=203.0.113.7"),
  "AC-11": history("start=0&end=9000000000000"),
  "AC-12": history("nLogs=1"),
  "AL-14": calls(["updateAlertConfig", { json: CONFIG }], ["getAlertConfig"]),
  "AL-15": creates({
    ...CONFIG,
    notifications: [{ typeName: "MONITORING_PLATFORM", monitoringApiKey: "a1".repeat(16) }],
  }),
  "AL-16": calls(["updateAlertConfig", { json: CONFIG }]),
  "AL-17": (caller) => calls(["getAlertConfig", { path: { groupId: caller.reference.world.otherProjectId } }])(caller),
  "AL-27": (caller) =>
    calls(["deleteAlertConfig", { path: { groupId: caller.reference.world.otherProjectId } }])(caller),
  "SR-31": (caller) =>
    calls(["deleteSearchIndexById", { path: { clusterName: caller.reference.world.backup.shardedClusterName } }])(
      caller,
    ),
  "AL-28": creates(CONFIG),
  "AL-03": creates({ eventTypeName: "JOINED_GROUP", notifications: [] }),
  "AL-04": configs(""),
  "AL-05": toggles(true),
  "AL-06": calls(
    ["updateAlertConfig", { json: { ...CONFIG, enabled: true } }],
    ["updateAlertConfig", { json: { ...CONFIG, enabled: false } }],
  ),
  "AL-07": creates({ ...CONFIG, matchers: [MATCHER] }),
  "AL-18": creates(CONFIG),
  "AL-08": calls(["deleteAlertConfig"], ["getAlertConfig"]),
  "AL-09": calls(["listAlertConfigsOfAlert"]),
  "AL-26": calls(["listAlertConfigsOfAlert"]),
  "AL-10": calls(["listMatcherFieldNames"]),
  "AL-13": calls(["updateAlertConfig", { json: { ...CONFIG, matchers: [MATCHER] } }]),
  "AL-11": calls(["getAlertConfig"]),
  "AL-12": times(1, (caller) => Promise.all([toggles(true)(caller), toggles(false)(caller)]).then((all) => all.flat())),
  "AL-01": calls(["listAlerts", { query: "status=CLOSED" }]),
  "AL-32": calls(["listOpenAlertsOfConfig"]),
  "AL-33": calls(["listOpenAlertsOfConfig", { query: "itemsPerPage=500" }]),
  "AL-29": calls(
    ["acknowledgeAlert", { json: { acknowledgedUntil: "2030-01-01T00:00:00Z" } }],
    ["acknowledgeAlert", { json: {} }],
    ["listOpenAlertsOfConfig", { query: "itemsPerPage=500" }],
  ),
  "AL-30": toggles(false),
  "AL-31": calls(["setAlertConfigEnabled", { json: { enabled: true, eventTypeName: "DEPLOYMENT_FAILURE" } }]),
  "AL-02": calls(["listOpenAlertsOfConfig", { query: "itemsPerPage=500" }]),
  "AL-20": acknowledges({ acknowledgedUntil: "2025-07-01T00:00:00Z" }),
  "AL-21": acknowledges({ acknowledgedUntil: "2025-07-01T00:00:00Z" }),
  "SR-01": flat({ name: undefined }),
  "SR-02": times(2, flat({})),
  "SR-03": flat({}),
  "SR-04": flat({ mappings: { dynamic: "x" } }),
  "SR-05": flat({}),
  "SR-06": flat({ analyzer: "engine.klingon" }),
  "SR-07": flat({ storedSource: { include: ["a"], exclude: ["b"] } }),
  "SR-08": calls(["updateSearchIndexById", { json: {} }]),
  "SR-09": analyzes({ name: "own" }),
  "SR-10": analyzes(WORDS, WORDS),
  "SR-11": analyzes({ ...WORDS, charFilters: [{ type: "nope" }] }),
  "SR-12": analyzes({ ...WORDS, tokenFilters: [{ type: "nope" }] }),
  "SR-13": calls([
    "createSearchIndex",
    { json: { ...NAMES, definition: { analyzers: [{ ...WORDS, charFilters: [{ type: "plumblineUnknown" }] }] } } },
  ]),
  "SR-33": analyzes({ ...WORDS, tokenFilters: [{ type: "asciiFolding" }] }),
  "SR-34": calls(["createSearchIndex", { json: { ...NAMES, name: "own", definition: { storedSource: true } } }]),
  "SR-32": analyzes({ ...WORDS, charFilters: [{ type: "persian" }] }),
  "SR-14": (caller) => {
    const { oldEngineProjectId: groupId, oldestClusterName: clusterName } = caller.reference.world;
    return calls(["createSearchIndexLegacy", { path: { groupId, clusterName }, json: NAMES }])(caller);
  },
  "SR-15": calls(["getSearchIndexByName"]),
  "SR-16": flat({}),
  "SR-17": calls(["listSearchIndexes"]),
  "SR-18": calls(["getSearchIndexById"]),
  "SR-19": calls(["updateSearchIndexById", { json: { definition: { mappings: { dynamic: false } } } }]),
  "SR-20": async (caller) => {
    await caller.call("deleteSearchIndexById");
    caller.reference.clock.advance(20_000);
    return calls(["getSearchIndexById"])(caller);
  },
  "SR-21": analyzes(WORDS),
  "SR-22": calls(["createSearchIndex", { json: { ...NAMES, definition: {} } }]),
  "SR-23": flat({}),
  "SR-24": calls(["getSearchIndexById"]),
  "SR-25": calls(["deleteSearchIndexById"]),
  "SR-26": (caller) =>
    calls([
      "getSearchIndexById",
      { path: { indexId: caller.reference.world.searchIndexes[0]?.id.toUpperCase() ?? "" } },
    ])(caller),
  "SR-27": flat({ searchAnalyzer: "engine.klingon" }),
  "SR-28": analyzes({ ...WORDS, tokenFilters: [{ type: "lowercase" }] }),
  "SR-29": calls(["listSearchIndexes", { path: { collectionName: "nothing" } }]),
  "SR-30": flat({ storedSource: { include: ["a"] } }),
  "ST-01": toggles(true),
  "ST-03": calls(
    ["acknowledgeAlert", { json: { acknowledgedUntil: "2025-07-01T00:00:00Z" } }],
    ["acknowledgeAlert", { json: {} }],
  ),
  "AU-23": async (caller) => [await send(caller.url("deleteAlertConfig"), { method: "DELETE" })],
  "AU-31": (caller) =>
    calls(
      ["updateAlertConfig", { json: { ...CONFIG, enabled: true }, key: caller.reference.keys.noRole }],
      ["getAlertConfig"],
    )(caller),
  "AU-32": (caller) =>
    calls(
      [
        "createExportBucket",
        {
          json: { bucketName: "exports", cloudProvider: "PROVIDER_A", iamRoleId: ID },
          key: caller.reference.keys.noRole,
        },
      ],
      ["listExportBuckets"],
    )(caller),
  "AU-33": async (caller) => {
    const body = JSON.stringify({ acknowledgementComment: "seen" });
    const headers = { "Content-Type": "application/json" };
    return [
      await send(caller.url("acknowledgeAlert"), { method: "PATCH", headers, body }),
      await caller.call("getAlert"),
    ];
  },
  "AU-24": calls(["listAlerts"]),
  "AU-25": calls(["listAlerts"]),
  "AU-26": tampers((header) => header.replace(/cnonce="[^"]+", /, "")),
  "AU-27": tampers((header) => header.replace(/realm="[^"]+/, 'realm="x')),
  "VA-41": cluster("a"),
  "VA-42": calls(["getAccessLogsByHost", { path: { hostname: "192.0.2.1" } }]),
  "VA-43": creates({ ...CONFIG, matchers: {} }),
  "VA-44": calls(["listAlerts", { query: "status=NOPE" }]),
  "VA-45": creates({ ...CONFIG, eventTypeName: "DEPLOYMENT_FAILURE" }),
  "VA-46": creates({ ...CONFIG, matchers: [MATCHER] }),
  "TK-09": token(),
  "TK-10": token("grant_type=password"),
  "TK-11": token("scope=any"),
  "EB-11": as("noRole", "getAlert"),
  "VA-47": calls(["updateAlertConfig", { json: { ...CONFIG, eventTypeName: "NOT_AN_EVENT_TYPE" } }]),
  "AU-28": async (caller) => {
    const url = caller.url("listAlerts");
    const parts = { method: "GET", uri: url.slice(caller.reference.url.length) };
    const Authorization = digest(caller.reference.keys.all, await caller.challenge(), parts);
    return [await send(`${url}?pretty=false`, { headers: { Authorization } })];
  },
  "AU-29": tampers((header) =>
    header.replace(/username="[^"]+/, (name) => `username="${name.slice(10).toUpperCase()}`),
  ),
  "AU-30": as("projectReadOnly", "getBackupCompliancePolicy"),
  "AU-60": as("projectDataAccessReadWrite", "replaceCustomAnalyzers", { json: [] }),
  "AU-61": as("projectClusterAdmin", "deleteAlertConfig"),
  "AU-62": as("organizationMember", "deleteLinkToken"),
  "AU-65": as("projectOwner", "validateMigration", { json: {} }),
  "AU-63": as("projectReadOnly", "listSearchIndexes"),
  "AU-64": as("projectDataAccessAdmin", "listMatcherFieldNames"),
  "EB-13": calls(["updateCustomDns", { body: "{" }]),
  "EB-16": calls(["createAlertConfig", { body: String.raw`{"\q":1}` }]),
  "EB-14": calls(["listAlerts", { path: { groupId: "f".repeat(24) } }]),
  "EB-12": calls(["createAlertConfig", { body: "{" }]),
  "AL-22": calls(["getAlert"]),
  "AL-23": calls(["getAlert"]),
  "AL-24": calls(["getAlert"], ["getAlert", { path: { alertId: "fedcba9876543210fedcba98" } }]),
  "AL-25": calls(["getAlert"]),
  "AC-07": history("nLogs=2"),
  "PG-16": configs(""),
  "PG-17": configs(""),
  "PG-18": configs("pageNum=2"),
  "PG-20": (caller) =>
    calls([
      "listServerlessSnapshots",
      { path: { clusterName: caller.reference.world.backup.serverlessInstanceName }, query: "itemsPerPage=1" },
    ])(caller),
  "PG-21": calls(["listExportBuckets", { query: "itemsPerPage=1&pageNum=2" }]),
  "PG-22": calls(["listAllClusters", { query: "itemsPerPage=1&pageNum=2" }]),
  "PG-24": (caller) => {
    const path = { clusterName: caller.reference.world.backup.serverlessInstanceName };
    return calls(["listServerlessRestoreJobs", { path }])(caller);
  },
  "PG-23": calls(["listRestoreJobs", { query: "itemsPerPage=1&pageNum=2" }]),
  "PG-19": calls(["listAlerts", { query: "status=CLOSED&itemsPerPage=1" }]),
  "ME-01": async (caller) => [await send(caller.url("discoverMetricsTargets"))],
  "ME-02": discovers,
  "ME-03": discovers,
  "ME-04": discovers,
  "ME-05": discovers,
  "ME-08": (caller) =>
    calls(["discoverMetricsTargets", { path: { groupId: caller.reference.world.projectId.toUpperCase() } }])(caller),
  "ME-09": (caller) =>
    calls(
      ["discoverMetricsTargets"],
      ["discoverMetricsTargets", { path: { groupId: caller.reference.world.oldEngineProjectId } }],
    )(caller),
  "ME-10": discovers,
  "ME-11": calls(["discoverMetricsTargets", { query: "targetScheme=nonsense" }]),
  "TK-12": token("grant_type=client_credentials", { query: "envelope=true" }),
  "ME-06": discoversAs(({ username }) => basic(username, "wrong")),
  "ME-07": discoversAs(({ password }) => basic("nobody", password)),
};

function forged(caller: Caller): string {
  const parts = { method: "GET", uri: caller.url("listAlerts").slice(caller.reference.url.length) };
  return digest(caller.reference.keys.all, { realm: "Cluster Management API", nonce: "made-up" }, parts);
}

const secrets = makeSecrets();

/** What the probe of a fault sees; the parts that are random in every answer are blotted out. */
async function observe(id: string, on: readonly string[]): Promise<unknown> {
  const reference = await startReference({ secrets, clock: standingClock(NOON), faults: on });
  try {
    const replies = (await { ...probes, ...GENERATED }[id]?.(new Caller(reference))) ?? [];
    return replies.map(({ status, headers: { date: _date, ...headers }, text }) => ({
      status,
      text: text.replace(/"access_token":"[^"]+"/, ""),
      headers: { ...headers, "www-authenticate": headers["www-authenticate"]?.replace(/nonce="[^"]+"/, "") },
    }));
  } finally {
    await reference.close();
  }
}

/** The same for every operation: `plumbline faults` shows each of them, and these tests one. */
const ofEach = (id: string): boolean => /^(RO|QP|RS)-/.test(id);
const GENERATED: Readonly<Record<string, Probe>> = {
  "RO-13": as("projectReadOnly", "getAlert"),
  "QP-13": calls(["getAlert", { query: "envelope=false&pretty=false" }]),
  "QP-56": calls(["getMigrationValidation", { query: "envelope=false" }]),
  "RS-13": calls(["getAlert", { query: "envelope=false&pretty=false" }]),
  "RS-32": calls(["deleteExportBucket", { query: "envelope=false" }]),
};
const probed = faults.filter(({ id }) => !ofEach(id) || Object.hasOwn(GENERATED, id));

test("every fault has a probe, and an id of its own", () => {
  const ids = faults.map(({ id }) => id).filter((id) => !ofEach(id));
  expect(Object.keys(probes).sort()).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, text, violates } of faults) {
    expect(id).toMatch(/^[A-Z]{2}-\d\d[A-Za-z]*$/);
    expect(text).toMatch(/\.$/);
    expect(violates.length).toBeGreaterThan(0);
  }
});

test.each(probed)("$id changes an answer: $text", async ({ id }) => {
  const [one, other, faulty] = [await observe(id, []), await observe(id, []), await observe(id, [id])];
  expect(one).not.toEqual([]);
  expect(other).toEqual(one);
  expect(faulty).not.toEqual(one);
});

test("faults add up", async () => {
  const both = await observe("ST-01", ["ST-01", "AL-05"]);
  expect(both).not.toEqual(await observe("ST-01", ["ST-01"]));
  expect(both).not.toEqual(await observe("ST-01", ["AL-05"]));
});
