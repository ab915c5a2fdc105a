import { mkdtempSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atlas, bindContract } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { afterAll, expect, test } from "vitest";
import { idsOf } from "../caller.test-support.ts";
import { standingClock } from "../clock.ts";
import { memberIn } from "../json.test-support.ts";
import { InvalidSinkError } from "../notifications/invalid-sink-error.ts";
import type { NotificationEntry, ReferenceOptions } from "../options.ts";
import { NOON, running } from "../running.test-support.ts";
import { startReference } from "../start.ts";

const MINUTE = 60_000;
const EVENT = "CREDIT_CARD_ABOUT_TO_EXPIRE";
const EMAIL = { typeName: "EMAIL", emailAddress: "a@example.com" };

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** A webhook receiver, and a server that notifies it. */
async function told(options: ReferenceOptions = {}, status = 204) {
  const received: Received[] = [];
  const ended: NotificationEntry[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => server.close());
  const notificationSink = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const onNotification = (entry: NotificationEntry) => ended.push(entry);
  return { caller: await running({ notificationSink, onNotification, ...options }), received, ended };
}

const until = (condition: () => boolean): Promise<void> =>
  expect
    .poll(condition, { timeout: 300_000, interval: 5 })
    .toBe(true)
    .then(() => undefined);

test("an event raises an alert of each configuration that is on, names it and whose matchers hold", async () => {
  const caller = await running();
  const { reference } = caller;
  const make = async (change: object) =>
    String(
      memberIn(
        (
          await caller.call("createAlertConfig", {
            json: { eventTypeName: "GROUP_TAGS_MODIFIED", notifications: [EMAIL], enabled: true, ...change },
          })
        ).json,
        "id",
      ),
    );
  const matching = (operator: string, value: string) => ({
    matchers: [{ fieldName: "CLUSTER_NAME", operator, value }],
  });
  const fires = [
    await make({}),
    await make(matching("EQUALS", "Cluster0")),
    await make(matching("STARTS_WITH", "Clu")),
  ];
  const silent = [
    await make({ enabled: false }),
    await make({ eventTypeName: "JOINED_GROUP" }),
    await make(matching("EQUALS", "Cluster1")),
    await make(matching("REGEX", ".*")),
    await make({ matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "x" }] }),
  ];
  const alertsOf = async (alertConfigId: string) =>
    (await caller.call("listOpenAlertsOfConfig", { path: { alertConfigId } })).json;
  const before = reference.world.alertIds.length;
  reference.raise("GROUP_TAGS_MODIFIED");
  for (const id of fires) expect(memberIn(await alertsOf(id), "totalCount")).toBe(1);
  for (const id of silent) expect(memberIn(await alertsOf(id), "totalCount")).toBe(0);
  const own = (await caller.call("listAlerts", { query: "itemsPerPage=500" })).json;
  // A seeded configuration may name the event too.
  expect(Number(memberIn(own, "totalCount"))).toBeGreaterThanOrEqual(before + fires.length);
  reference.raise("GROUP_TAGS_MODIFIED");
  expect(memberIn(await alertsOf(fires[0] ?? ""), "totalCount")).toBe(1);
  reference.raise("GROUP_TAGS_MODIFIED", { clusterName: "Cluster0-elsewhere" });
  expect(memberIn(await alertsOf(fires[0] ?? ""), "totalCount")).toBe(2);
  expect(memberIn(await alertsOf(fires[1] ?? ""), "totalCount")).toBe(1);
});

test("an event or a project that is not there is named, with those that are", async () => {
  const { caller } = await told({});
  const { reference } = caller;
  const { projectId } = reference.world;
  expect(reference.raise("JOINED_GRUOP")).toMatchObject({ member: "eventTypeName" });
  expect(reference.raise("JOINED_GRUOP")?.known).toContain("JOINED_GROUP");
  expect(reference.raise("JOINED_GROUP", { projectId: "x" })).toMatchObject({ member: "projectId" });
  expect(reference.raise("JOINED_GROUP", { projectId: "x" })?.known).toContain(projectId);
  expect(reference.raise("JOINED_GROUP", { projectId })).toBeUndefined();
});

test("targets are told after their delay, at their interval, until someone acknowledges or the alert closes", async () => {
  const { caller, received, ended } = await told({ profile: atlas });
  const { clock } = caller.reference;
  const notifications = [
    { ...EMAIL, delayMin: 5, intervalMin: 10 },
    { typeName: "SLACK", channelName: "alerts", apiToken: "x" },
  ];
  const json = { eventTypeName: EVENT, enabled: true, notifications };
  const alertConfigId = String(memberIn((await caller.call("createAlertConfig", { json })).json, "id"));
  const mine = () => received.filter(({ body }) => memberIn(body, "alertConfigId") === alertConfigId);
  caller.reference.raise(EVENT);
  await until(() => mine().length === 1);
  const [first] = mine();
  expect(first?.headers).toMatchObject({ "x-mms-event": "alert.open", "x-notification-type": "SLACK" });
  const schema = bindContract(atlas).operation("getAlert").result;
  if (schema === undefined || !("schema" in schema)) throw new Error("an alert has a schema");
  expect(createValidator({ answers: true }).violations(schema.schema, first?.body)).toEqual([]);
  const alertId = String(memberIn(first?.body, "id"));
  expect((await caller.call("getAlert", { path: { alertId } })).json).toEqual(first?.body);
  expect(memberIn(first?.body, "status")).toBe("OPEN");

  clock.advance(5 * MINUTE - 1);
  await caller.call("getAlert");
  expect(mine()).toHaveLength(1);
  clock.advance(1);
  await until(() => mine().length === 2);
  expect(memberIn(mine()[1]?.body, "lastNotified")).toBe(new Date(NOON + 5 * MINUTE).toISOString());
  clock.advance(20 * MINUTE);
  await until(() => mine().length === 4);

  const acknowledgedUntil = new Date(clock.now() + 12 * MINUTE).toISOString();
  await caller.call("acknowledgeAlert", { path: { alertId }, json: { acknowledgedUntil } });
  clock.advance(12 * MINUTE - 1);
  await caller.call("getAlert");
  expect(mine()).toHaveLength(4);
  clock.advance(1);
  await until(() => mine().length === 5);

  clock.advance(24 * 60 * MINUTE);
  const closed = (await caller.call("getAlert", { path: { alertId } })).json;
  expect(closed).toMatchObject({ status: "CLOSED", resolved: new Date(NOON + 60 * MINUTE).toISOString() });
  // Once at its start, then at 5, 15, 25, 37, 47 and 57 minutes, no matter how far the clock moves in one step.
  await until(() => mine().length === 7);
  clock.advance(24 * 60 * MINUTE);
  await caller.call("getAlert");
  await until(() => ended.length === received.length);
  expect(mine()).toHaveLength(7);
  expect(ended.every(({ status }) => status === 204)).toBe(true);
});

test("until the shortest delay is over an alert is only watched, and lifting an acknowledgement lets it speak again", async () => {
  const { caller, received } = await told();
  const { clock } = caller.reference;
  const notifications = [{ ...EMAIL, delayMin: 2, intervalMin: 1 }];
  const json = { eventTypeName: "JOINED_GROUP", enabled: true, notifications };
  const alertConfigId = String(memberIn((await caller.call("createAlertConfig", { json })).json, "id"));
  const mine = () => received.filter(({ body }) => memberIn(body, "alertConfigId") === alertConfigId).length;
  caller.reference.raise("JOINED_GROUP");
  const path = { alertConfigId };
  const [alertId = ""] = idsOf(await caller.call("listOpenAlertsOfConfig", { path }));
  const status = async () => memberIn((await caller.call("getAlert", { path: { alertId } })).json, "status");
  expect(await status()).toBe("TRACKING");
  const acknowledgedUntil = new Date(clock.now() + 40 * MINUTE).toISOString();
  await caller.call("acknowledgeAlert", { path: { alertId }, json: { acknowledgedUntil } });
  clock.advance(10 * MINUTE);
  expect(await status()).toBe("TRACKING");
  await caller.call("acknowledgeAlert", { path: { alertId }, json: {} });
  clock.advance(MINUTE);
  await until(() => mine() === 1);
  expect(await status()).toBe("OPEN");
  await caller.call("setAlertConfigEnabled", { path, json: { enabled: false } });
  clock.advance(10 * MINUTE);
  await caller.call("getAlert");
  expect(mine()).toBe(1);
});

test("what callers do brings events about, and what they undo does not", async () => {
  const caller = await running();
  const { clock } = caller.reference;
  const configured = async (eventTypeName: string) => {
    const json = { eventTypeName, enabled: true, notifications: [] };
    return String(memberIn((await caller.call("createAlertConfig", { json })).json, "id"));
  };
  const configs = {
    started: await configured("CPS_SNAPSHOT_STARTED"),
    taken: await configured("CPS_SNAPSHOT_SUCCESSFUL"),
    restored: await configured("CPS_RESTORE_SUCCESSFUL"),
    exported: await configured("CPS_EXPORT_SUCCESSFUL"),
    built: await configured("FTS_INDEX_BUILD_COMPLETE"),
    cleaned: await configured("FTS_INDEX_CLEANED_UP"),
    tagged: await configured("CLUSTER_TAGS_MODIFIED"),
  };
  const count = async (alertConfigId: string) =>
    memberIn((await caller.call("listOpenAlertsOfConfig", { path: { alertConfigId } })).json, "totalCount");
  await caller.call("takeSnapshot", { json: {} });
  clock.advance(5_000);
  expect([await count(configs.started), await count(configs.taken)]).toEqual([1, 0]);
  clock.advance(15_000);
  expect(await count(configs.taken)).toBe(1);

  const { exportBucketIds, snapshotIds } = caller.reference.world.backup;
  const json = { exportBucketId: exportBucketIds[0], snapshotId: snapshotIds[0] };
  expect((await caller.call("createExportJob", { json })).status).toBe(200);
  const job = await caller.call("createRestoreJob", { json: { deliveryType: "download" } });
  const path = { restoreJobId: String(memberIn(job.json, "id")) };
  expect((await caller.call("cancelRestoreJob", { path })).status).toBe(204);
  const index = { database: "shop", collectionName: "goods", name: "told", definition: {} };
  expect((await caller.call("createSearchIndex", { json: index })).status).toBe(200);
  const told = { databaseName: "shop", collectionName: "goods", indexName: "told" };
  expect((await caller.call("deleteSearchIndexByName", { path: told })).status).toBe(204);
  expect((await caller.call("createCluster", { json: { tags: [{ key: "a", value: "b" }] } })).status).toBe(200);
  expect(await count(configs.tagged)).toBe(1);
  clock.advance(30_000);
  expect(await count(configs.exported)).toBe(1);
  expect(await count(configs.restored)).toBe(0);
  expect(await count(configs.built)).toBe(0);
  expect(await count(configs.cleaned)).toBe(1);
});

test("a restarted server tells what the one before it had still to tell, without being asked anything", async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), "plumbline-alerts-"));
  const first = await running({ dataFolder });
  const notifications = [{ ...EMAIL, delayMin: 5 }];
  const json = { eventTypeName: "JOINED_GROUP", enabled: true, notifications };
  const alertConfigId = String(memberIn((await first.call("createAlertConfig", { json })).json, "id"));
  first.reference.raise("JOINED_GROUP");
  await first.reference.close();
  const { received } = await told({ dataFolder, clock: standingClock(NOON + 5 * MINUTE) });
  await until(() => received.some(({ body }) => memberIn(body, "alertConfigId") === alertConfigId));
});

test("a sink that is down or of another kind harms no one", async () => {
  await expect(startReference({ notificationSink: "ftp://127.0.0.1/x" })).rejects.toThrow(InvalidSinkError);
  const { caller, ended } = await told({ notificationSink: "http://127.0.0.1:9/" });
  const json = { eventTypeName: EVENT, enabled: true, notifications: [EMAIL] };
  await caller.call("createAlertConfig", { json });
  caller.reference.raise(EVENT);
  await until(() => ended.length > 0);
  expect(ended[0]).toMatchObject({ typeName: expect.any(String), problem: expect.stringMatching(/.+/) });
  expect((await caller.call("listAlerts")).status).toBe(200);
});
