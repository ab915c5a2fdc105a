import { performance } from "node:perf_hooks";
import { bindContract, neutral, type OperationId, type RouteVersion, standardError } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { expect, test } from "vitest";
import { basic, type Call, Caller, digest, type Reply, readChallenge, send } from "../caller.test-support.ts";
import { standingClock } from "../clock.ts";
import { listIn, memberIn } from "../json.test-support.ts";
import { NOON } from "../running.test-support.ts";
import { makeSecrets } from "../secrets.ts";
import { startReference } from "../start.ts";
import { variants } from "./variants.ts";

const secrets = makeSecrets();
const NOBODY = { publicKey: "nobody", privateKey: "nothing" };
const UNKNOWN = "fedcba9876543210fedcba98";
const TARGET = {
  typeName: "MONITORING_PLATFORM",
  monitoringApiKey: "a1b2c3d4e5f60718293a4b5c6d7e8f90",
  monitoringRegion: "US",
};
const CONFIG = { eventTypeName: "JOINED_GROUP", notifications: [TARGET] };

/** Requests that together reach every place where a server of this interface has a choice. */
const asked: readonly (readonly [OperationId, Call])[] = [
  ["listMatcherFieldNames", {}],
  ["listMatcherFieldNames", { version: "1.0", query: "envelope=1" }],
  ["listAlertConfigs", { query: "itemsPerPage=3&pretty=true" }],
  ["listAlertConfigs", { query: "itemsPerPage=3&envelope=true" }],
  ["listAlertConfigs", { query: "itemsPerPage=3&includeCount=false" }],
  ["listAlertConfigs", { query: "pageNum=1000" }],
  ["listAlertConfigs", { query: "itemsPerPage=1&itemsPerPage=2" }],
  ["listAlertConfigs", { query: "itemsPerPage=1&notListed=2" }],
  ["listAlertConfigs", { query: `itemsPerPage=1&notListed=${"x".repeat(300)}` }],
  ["listAlertConfigs", { query: "itemsPerPage=1&notListed=" }],
  ["listAlertConfigs", { headers: { Accept: "text/html" } }],
  ["takeSnapshot", { json: { description: "x", retentionInDays: 1 } }],
  ["takeSnapshot", { json: { description: "x", retentionInDays: 1 } }],
  ["listAlertConfigs", { method: "HEAD" }],
  ["listAlertConfigs", { method: "DELETE" }],
  ["listAlertConfigs", { path: { groupId: "xyz" } }],
  ["listAlertConfigs", { query: "pretty=true", path: { groupId: UNKNOWN } }],
  ["listAlerts", { query: "itemsPerPage=5" }],
  ["getAlertConfig", { query: "envelope=true" }],
  ["getAlertConfig", { path: { alertConfigId: UNKNOWN } }],
  ["createAlertConfig", { json: CONFIG }],
  ["createAlertConfig", { json: { ...CONFIG, notListed: 1 } }],
  [
    "createAlertConfig",
    { json: { ...CONFIG, notifications: [], matchers: [{ fieldName: "TYPE_NAME", operator: "EQUALS", value: "x" }] } },
  ],
  ["createAlertConfig", { body: "{" }],
  ["setAlertConfigEnabled", { json: { enabled: true } }],
  ["setAlertConfigEnabled", { json: { enabled: false } }],
  ["getAlertConfig", {}],
  ["acknowledgeAlert", { json: { acknowledgedUntil: "2025-07-01T00:00:00Z", acknowledgementComment: "x" } }],
  ["acknowledgeAlert", { json: { acknowledgedUntil: "2025-07-01T02:00:00.5+02:00" } }],
  ["acknowledgeAlert", { json: {} }],
  ["deleteAlertConfig", {}],
  ["getAccessLogsByCluster", { query: "nLogs=3" }],
  ["getAccessLogsByCluster", { path: { clusterName: "nowhere" } }],
  ["listClusters", { version: "1.0" }],
  ["listAllClusters", { version: "1.0" }],
  ["createCluster", { version: "1.0", json: { name: "made" } }],
  ["createCluster", { version: "1.0", json: { name: "-" } }],
  ["createSearchIndex", { json: { database: "shop", collectionName: "goods", name: "made", definition: {} } }],
  [
    "createSearchIndex",
    {
      json: {
        database: "shop",
        collectionName: "goods",
        name: "free",
        definition: { analyzers: [{ name: "own", tokenizer: { type: "plumblineUnknown" } }] },
      },
    },
  ],
  ["listSearchIndexes", {}],
  ["getSearchIndexById", {}],
  ["listCustomAnalyzers", { version: "1.0" }],
  ["updateAuditing", { json: { enabled: true } }],
  ["updateAuditing", { json: { enabled: null } }],
  ["getCustomDns", {}],
  ["listCloudAccessRoles", {}],
  ["createCloudAccessRole", { json: { providerName: "PROVIDER_A" } }],
  ["startOutageSimulation", { json: { outageFilters: [{ regionName: "US_EAST_1", type: "REGION" }] } }],
  ["getOutageSimulation", {}],
  ["endOutageSimulation", {}],
  ["takeSnapshot", { json: {} }],
  ["takeSnapshot", { json: {} }],
  ["listServerlessRestoreJobs", {}],
  ["listSnapshots", { query: "itemsPerPage=3" }],
  ["listShardedSnapshots", {}],
  ["getBackupSchedule", {}],
  ["getBackupCompliancePolicy", {}],
  ["updateBackupSchedule", { json: { restoreWindowDays: 3 } }],
  ["updateBackupSchedule", { json: { clusterId: "the known one" } }],
  ["updateBackupCompliancePolicy", { json: { authorizedEmail: "a@example.com" } }],
  ["deleteBackupSchedules", {}],
  ["listExportBuckets", {}],
  ["listExportJobs", {}],
  ["createRestoreJob", { json: { deliveryType: "download" } }],
  ["listRestoreJobs", {}],
  ["getMigration", {}],
  ["getMigrationValidation", {}],
  ["listMigratableProjects", {}],
  ["createLinkToken", { json: { accessListIps: [] } }],
  ["listMigratableProjects", {}],
  ["discoverMetricsTargets", {}],
  ["discoverMetricsTargets", { query: "targetScheme=PRIVATE" }],
  ["discoverMetricsTargets", { headers: { Authorization: basic("nobody", "nothing") } }],
  ["issueServiceToken", { body: "grant_type=client_credentials" }],
  ["issueServiceToken", { body: "grant_type=password" }],
  ["issueServiceToken", { body: "grant_type=password", headers: { Authorization: basic("nobody", "nothing") } }],
  ...Array.from({ length: 9 }, () => ["issueServiceToken", { body: "grant_type=client_credentials" }] as const),
];

interface Seen {
  readonly id: OperationId | undefined;
  readonly version: RouteVersion;
  readonly plain: boolean;
  readonly reply: Reply;
}

/** Deletes the last snapshots of the list: one of them was requested a moment ago. */
async function deletesAtOnce(caller: Caller): Promise<readonly Reply[]> {
  const listed = await caller.call("listSnapshots", { query: "itemsPerPage=500" });
  const ids = listIn(listed.json, "results").map((one) => String(memberIn(one, "id")));
  return Promise.all(ids.slice(-3).map((snapshotId) => caller.call("deleteSnapshot", { path: { snapshotId } })));
}

async function observe(on: readonly string[]): Promise<readonly Seen[]> {
  const reference = await startReference({ secrets, clock: standingClock(NOON), variants: on });
  try {
    const caller = new Caller(reference);
    const seen: Seen[] = [];
    for (const [id, call] of asked) {
      const reply = await caller.call(id, call);
      const plain = call.method === undefined && call.query?.includes("envelope") !== true;
      seen.push({ id, version: call.version ?? "2", plain, reply });
    }
    const more = [
      ...(await deletesAtOnce(caller)),
      await caller.call("getAlert", { key: reference.keys.noRole }),
      await caller.call("getAlert", { key: NOBODY }),
      await caller.call("getAuditing", { path: { groupId: reference.world.oldEngineProjectId } }),
      await caller.call("getAuditing", { path: { groupId: reference.world.sharedTierProjectId } }),
      await caller.call("getMigration", { key: reference.keys.otherProjectOwner }),
      await send(caller.url("listAlerts")),
      await send(`${reference.url}/nowhere`),
      await send(`${caller.url("listAlerts")}/`),
    ];
    return [...seen, ...more.map((reply) => ({ id: undefined, version: "2", plain: false, reply }) as const)];
  } finally {
    await reference.close();
  }
}

/** The comparable part of an answer: without parts that are random or depend on the machine. */
const comparable = ({ reply: { status, reasonPhrase, rawHeaders, text } }: Seen): unknown => ({
  status,
  reasonPhrase,
  headers: rawHeaders.map((value, at) =>
    /^date$/i.test(rawHeaders[at - 1] ?? "") && Math.abs(Date.parse(value) - Date.now()) < 5_000
      ? "now"
      : value.replace(/nonce="?[^",]+/i, ""),
  ),
  text: text.replace(/"access_token":"[^"]+"/, ""),
});

/** Variants that no single answer shows; each has its own test below. */
const IN_TIME = [
  "nonce-once",
  "nonce-thrice",
  "nonce-for-all",
  "latency",
  "jitter",
  "slow-writes",
  "limited-429",
  "limited-503",
  "reads-lag",
];
const CODED = ["gzip", "brotli", "deflate", "deflate-bare"];

/** Made comparable at once, because a Date of the machine is recognised by its recency. */
const honestly = observe([]).then((seen) => seen.map(comparable));
const validator = createValidator({ answers: true });
const contract = bindContract(neutral);

test("every variant has an id of its own, and says what it is", () => {
  expect(variants.length).toBeGreaterThanOrEqual(30);
  expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length);
  for (const { id, text } of variants) {
    expect(id).toMatch(/^[a-z]+(-[a-z0-9]+)*$/);
    expect(text).toMatch(/\.$/);
  }
});

test("the same reference answers the same, so that a difference is the variant's doing", async () => {
  expect((await observe([])).map(comparable)).toEqual(await honestly);
});

test.each(variants.filter(({ id }) => !IN_TIME.includes(id)))("$id changes an answer: $text", async ({ id }) => {
  const seen = await observe([id]);
  expect(seen.map(comparable)).not.toEqual(await honestly);
  if (!CODED.includes(id)) keepsToSchemas(seen, id);
});

function keepsToSchemas(seen: readonly Seen[], id: string): void {
  let successes = 0;
  for (const { id: operation, version, plain, reply } of seen) {
    if (operation === undefined || !plain) continue;
    const { authentication, routes } = contract.operation(operation);
    const served = routes.some((route) => route.version === version);
    const { result } = contract.operation(operation, served ? version : "standalone");
    if (reply.status < 300) {
      successes += 1;
      if (result !== undefined && "schema" in result && reply.text !== "")
        expect([operation, validator.violations(result.schema, reply.json)]).toEqual([operation, []]);
    } else if (authentication === "digest") {
      expect(memberIn(reply.json, "error")).toBe(reply.status);
      expect(validator.violations(standardError, reply.json)).toEqual([]);
    }
  }
  // The small caller of these tests does not understand every correct challenge; the real client does.
  expect(successes).toBeGreaterThan(id.startsWith("challenge") || id === "no-alerts" ? 8 : 40);
}

/** Uses the digest of one challenge several times. */
async function uses(on: string, counts = 4): Promise<readonly (readonly [number, string])[]> {
  const reference = await startReference({ secrets, variants: [on] });
  try {
    const url = new Caller(reference).url("listMatcherFieldNames");
    const challenge = readChallenge(await send(url));
    const replies: [number, string][] = [];
    for (let count = 1; count <= counts; count += 1) {
      const nc = String(count).padStart(8, "0");
      const parts = { method: "GET", uri: url.slice(reference.url.length), nc };
      const reply = await send(url, { headers: { Authorization: digest(reference.keys.all, challenge, parts) } });
      replies.push([reply.status, readChallenge(reply).stale]);
    }
    return replies;
  } finally {
    await reference.close();
  }
}

test("a nonce that is used up is stale", async () => {
  const stale = [401, "true"];
  expect(await uses("nonce-once")).toEqual([[200, ""], stale, stale, stale]);
  expect(await uses("nonce-thrice")).toEqual([[200, ""], [200, ""], [200, ""], stale]);
});

test("a nonce for all is another one after five requests, and the old one is refused", async () => {
  const taken = Array.from({ length: 5 }, () => [200, ""]);
  expect(await uses("nonce-for-all", 6)).toEqual([...taken, [401, "false"]]);
});

test.each([
  ["latency", "listMatcherFieldNames", 14],
  ["jitter", "listMatcherFieldNames", 14],
  ["slow-writes", "deleteAlertConfig", 55],
] as const)("%s takes its time", async (id, operation, least) => {
  const reference = await startReference({ secrets, variants: [id] });
  try {
    const began = performance.now();
    await new Caller(reference).call(operation);
    expect(performance.now() - began).toBeGreaterThan(least);
  } finally {
    await reference.close();
  }
});

test.each([
  ["limited-429", 429],
  ["limited-503", 503],
] as const)("%s refuses now and then, and says when to come back", async (id, status) => {
  const reference = await startReference({ secrets, variants: [id] });
  try {
    const replies: Reply[] = [];
    for (let index = 0; index < 150; index += 1) replies.push(await send(`${reference.url}/nowhere`));
    const limited = replies.filter((reply) => reply.status === status);
    expect(limited).toHaveLength(1);
    expect(limited[0]?.headers["retry-after"]).toMatch(/^(1|.* GMT)$/);
  } finally {
    await reference.close();
  }
});

test("reads that lag show a write a moment later", async () => {
  const clock = standingClock(NOON);
  const reference = await startReference({ secrets, clock, variants: ["reads-lag"] });
  try {
    const caller = new Caller(reference);
    const made = await caller.call("createAlertConfig", { json: CONFIG });
    const path = { alertConfigId: String(memberIn(made.json, "id")) };
    expect((await caller.call("getAlertConfig", { path })).status).toBe(404);
    expect((await caller.call("setAlertConfigEnabled", { path, json: { enabled: true } })).status).toBe(200);
    clock.advance(301);
    expect(memberIn((await caller.call("getAlertConfig", { path })).json, "enabled")).toBe(true);
  } finally {
    await reference.close();
  }
});

test("variants add up, and unknown ones are refused with the nearest", async () => {
  const both = await observe(["members-sorted", "headers-lower-case"]);
  expect(both.map(comparable)).not.toEqual((await observe(["members-sorted"])).map(comparable));
  await expect(startReference({ variants: ["gzpi"] })).rejects.toThrow('did you mean "gzip"');
});
