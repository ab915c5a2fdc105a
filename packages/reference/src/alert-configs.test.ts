import { NOTIFICATION_KINDS, type NotificationKind } from "@plumbline/schemas";
import { expect, test } from "vitest";
import { idsOf } from "./caller.test-support.ts";
import { memberIn, membersOf } from "./json.test-support.ts";
import { running } from "./running.test-support.ts";

const caller = await running();
const { world } = caller.reference;
const EMAIL = { typeName: "EMAIL", emailAddress: "a@example.com", delayMin: 5 };
const MATCHER = { fieldName: "TYPE_NAME", operator: "EQUALS", value: "SECONDARY" };
const CONFIG = { eventTypeName: "CPS_RESTORE_FAILED", notifications: [EMAIL], matchers: [MATCHER] };

const create = (json: unknown = CONFIG) => caller.call("createAlertConfig", { json });
const created = async (json: unknown = CONFIG): Promise<string> => String(memberIn((await create(json)).json, "id"));
const get = async (alertConfigId: string) => (await caller.call("getAlertConfig", { path: { alertConfigId } })).json;
const toggle = (alertConfigId: string, json: unknown) =>
  caller.call("setAlertConfigEnabled", { path: { alertConfigId }, json });

test("a new configuration is shown as it was stated, and can be read and listed", async () => {
  const reply = await create();
  expect(reply.json).toMatchObject({
    ...CONFIG,
    enabled: false,
    groupId: world.projectId,
    created: "2025-06-01T12:00:00.000Z",
  });
  const id = String(memberIn(reply.json, "id"));
  expect(await get(id)).toEqual(reply.json);
  expect(idsOf(await caller.call("listAlertConfigs", { query: "itemsPerPage=500" }))).toContain(id);
});

test("read-only and unknown members of a body are ignored", async () => {
  const hostile = '"__proto__":{"enabled":true},"constructor":1,"toString":null,';
  const body = `{${hostile}"id":"x","created":"y","unknown":[],${JSON.stringify({ ...CONFIG, notifications: [{ ...EMAIL, unknown: 1 }] }).slice(1)}`;
  const reply = await caller.call("createAlertConfig", { body });
  expect(reply.json).toMatchObject({ ...CONFIG, enabled: false });
  expect(Object.keys(membersOf(reply.json)).sort()).toEqual(
    ["created", "enabled", "eventTypeName", "groupId", "id", "matchers", "notifications", "updated"].sort(),
  );
});

test.each([
  ["no event type", { notifications: [] }],
  ["no notifications", { eventTypeName: "JOINED_GROUP" }],
  ["an event type nobody knows", { ...CONFIG, eventTypeName: "NOT_AN_EVENT_TYPE" }],
  ["a matcher field nobody knows", { ...CONFIG, matchers: [{ ...MATCHER, fieldName: "NOT_A_FIELD" }] }],
  ["matchers that are no list", { ...CONFIG, matchers: {} }],
  ["a target without a kind", { ...CONFIG, notifications: [{}] }],
  ["a target of no kind", { ...CONFIG, notifications: [{ typeName: "PIGEON" }] }],
  ["a target that breaks its kind", { ...CONFIG, notifications: [{ typeName: "MONITORING_PLATFORM", delayMin: "x" }] }],
  ["a body that is no object", [CONFIG]],
])("refuses %s, and keeps nothing of it", async (_what, json) => {
  const before = memberIn((await caller.call("listAlertConfigs")).json, "totalCount");
  expect((await create(json)).status).toBe(400);
  expect(memberIn((await caller.call("listAlertConfigs")).json, "totalCount")).toBe(before);
});

test("both examples of the description are event types, and so is what real alert configurations name", async () => {
  for (const eventTypeName of ["CREDIT_CARD_ABOUT_TO_EXPIRE", "DEPLOYMENT_FAILURE", "NO_PRIMARY"]) {
    expect((await create({ ...CONFIG, eventTypeName })).status).toBe(200);
  }
});

test.each(NOTIFICATION_KINDS)("takes a bare target of kind %s", async (typeName: NotificationKind) => {
  expect(memberIn((await create({ ...CONFIG, notifications: [{ typeName }] })).json, "notifications")).toEqual([
    { typeName },
  ]);
});

test("a member whose type an answer could not show is left out where the description is silent", async () => {
  const reply = await create({ ...CONFIG, notifications: [{ ...EMAIL, delayMin: "soon" }] });
  expect(memberIn(reply.json, "notifications")).toEqual([{ typeName: "EMAIL", emailAddress: "a@example.com" }]);
});

test("a monitoring key is shown by its last four characters, everywhere", async () => {
  const target = { typeName: "MONITORING_PLATFORM", monitoringApiKey: "0123456789abcdef" };
  const reply = await create({ ...CONFIG, notifications: [target] });
  const id = String(memberIn(reply.json, "id"));
  const shown = [{ ...target, monitoringApiKey: "************cdef" }];
  expect(memberIn(reply.json, "notifications")).toEqual(shown);
  expect(memberIn(await get(id), "notifications")).toEqual(shown);
  expect((await toggle(id, { enabled: true })).text).not.toContain(target.monitoringApiKey);
  expect((await caller.call("listAlertConfigs", { query: "itemsPerPage=500" })).text).not.toMatch(
    /monitoringApiKey":"[0-9a-f]/,
  );
});

test("toggling changes enabled and updated, also within one millisecond, and nothing else", async () => {
  const id = await created();
  const before = membersOf(await get(id));
  const on = membersOf((await toggle(id, { enabled: true })).json);
  const off = membersOf((await toggle(id, { enabled: false })).json);
  expect(on).toEqual({ ...before, enabled: true, updated: on.updated });
  expect(off).toEqual({ ...before, updated: off.updated });
  expect([before.updated, on.updated, off.updated]).toEqual(
    [...new Set([before.updated, on.updated, off.updated])].sort(),
  );
  expect((await toggle(id, {})).json).toEqual(off);
});

test("an update states the whole configuration", async () => {
  const id = await created({ ...CONFIG, enabled: true });
  const path = { alertConfigId: id };
  const bare = { eventTypeName: "TAGS_MODIFIED", notifications: [] };
  const reply = await caller.call("updateAlertConfig", { path, json: bare });
  expect(reply.json).toMatchObject({ ...bare, id, enabled: false, matchers: [] });
  expect(await get(id)).toEqual(reply.json);
  expect(
    memberIn((await caller.call("updateAlertConfig", { path, json: { ...bare, enabled: true } })).json, "enabled"),
  ).toBe(true);
});

test("a deleted configuration is gone, and its alerts stay", async () => {
  const path = { alertConfigId: world.alertConfigIds[1] ?? "" };
  const alerts = (await caller.call("listAlerts", { query: "itemsPerPage=500" })).text;
  const reply = await caller.call("deleteAlertConfig", { path });
  expect([reply.status, reply.text]).toEqual([204, ""]);
  expect((await caller.call("getAlertConfig", { path })).status).toBe(404);
  expect((await caller.call("deleteAlertConfig", { path })).status).toBe(404);
  expect((await caller.call("listAlerts", { query: "itemsPerPage=500" })).text).toBe(alerts);
});

test("the configurations of an alert are its own", async () => {
  const alert = (await caller.call("getAlert")).json;
  expect(idsOf(await caller.call("listAlertConfigsOfAlert"))).toEqual([memberIn(alert, "alertConfigId")]);
});

test("projects do not see each other's configurations", async () => {
  const path = { alertConfigId: await created(), groupId: world.otherProjectId };
  expect((await caller.call("getAlertConfig", { path })).status).toBe(404);
});
