import { expect, test } from "vitest";
import { idsOf } from "./caller.test-support.ts";
import { memberIn, membersOf } from "./json.test-support.ts";
import { NOON, running } from "./running.test-support.ts";

const caller = await running();
const { world, clock } = caller.reference;
const HOUR = 3_600_000;
const inAnHour = () => new Date(clock.now() + HOUR).toISOString();

const open = async () => idsOf(await caller.call("listOpenAlertsOfConfig", { query: "itemsPerPage=500" }));
const alerts = async (query = "") => {
  const { json } = await caller.call("listAlerts", { query: `itemsPerPage=500&${query}` });
  const results = memberIn(json, "results");
  return Array.isArray(results) ? results : [];
};
const acknowledge = (alertId: string, json: unknown) => caller.call("acknowledgeAlert", { path: { alertId }, json });
const get = async (alertId: string) => membersOf((await caller.call("getAlert", { path: { alertId } })).json);
const firstOpen = async () => (await open())[0] ?? "";

test("the status filter divides the list", async () => {
  const all = await alerts();
  expect(all).toHaveLength(world.alertIds.length);
  for (const status of ["OPEN", "TRACKING", "CLOSED"]) {
    const some = await alerts(`status=${status}`);
    expect(some.length).toBeGreaterThan(0);
    expect(some).toEqual(all.filter((alert) => alert.status === status));
  }
});

test("open alerts are those of the configuration that are triggered and not acknowledged now", async () => {
  const all = await alerts();
  const wanted = all.filter(
    (alert) =>
      alert.alertConfigId === world.busiestAlertConfigId &&
      alert.status !== "CLOSED" &&
      !(Date.parse(alert.acknowledgedUntil) > clock.now()),
  );
  expect(wanted.length).toBeGreaterThan(5);
  expect(wanted.some((alert) => "acknowledgedUntil" in alert)).toBe(true);
  expect(await open()).toEqual(wanted.map((alert) => alert.id));
});

test("an acknowledgement takes an alert from the open ones until it runs out, and leaves its status", async () => {
  const id = await firstOpen();
  const before = await get(id);
  const until = inAnHour();
  const reply = await acknowledge(id, { acknowledgedUntil: until, acknowledgementComment: "on it" });
  expect(reply.json).toMatchObject({
    status: before.status,
    acknowledgedUntil: until,
    acknowledgementComment: "on it",
  });
  expect(memberIn(reply.json, "acknowledgingUsername")).toBe(caller.reference.keys.all.publicKey);
  expect(await get(id)).toEqual(reply.json);
  expect(await open()).not.toContain(id);
  clock.advance(HOUR - 1);
  expect(await open()).not.toContain(id);
  clock.advance(1);
  expect(await open()).toContain(id);
  expect(await get(id)).toEqual(reply.json);
});

test("neither member lifts it, a comment alone changes the comment", async () => {
  const id = await firstOpen();
  const until = inAnHour();
  await acknowledge(id, { acknowledgedUntil: until });
  expect((await acknowledge(id, { acknowledgementComment: "later" })).json).toMatchObject({
    acknowledgedUntil: until,
    acknowledgementComment: "later",
  });
  expect(await open()).not.toContain(id);
  const lifted = membersOf((await acknowledge(id, { unknown: 1 })).json);
  for (const name of ["acknowledgedUntil", "acknowledgementComment", "acknowledgingUsername"])
    expect(lifted).not.toHaveProperty(name);
  expect(await open()).toContain(id);
});

test("a moment is understood in every form that is one, and only then", async () => {
  const id = await firstOpen();
  for (const text of ["2025-06-01T15:00:00.123456+02:00", "2025-06-01t13:00:00.123z"]) {
    expect(memberIn((await acknowledge(id, { acknowledgedUntil: text })).json, "acknowledgedUntil")).toBe(
      "2025-06-01T13:00:00.123Z",
    );
  }
  for (const text of ["tomorrow", "2025-06-01", "2025-02-30T00:00:00Z", "9999-12-31T23:59:59-01:00", "", 1]) {
    expect((await acknowledge(id, { acknowledgedUntil: text })).status).toBe(400);
  }
});

test("a comment is counted in characters, not in bytes or halves of surrogate pairs", async () => {
  const id = await firstOpen();
  expect((await acknowledge(id, { acknowledgementComment: "😀".repeat(200) })).status).toBe(200);
  expect((await acknowledge(id, { acknowledgementComment: "😀".repeat(201) })).status).toBe(400);
});

test("each change has its own moment", async () => {
  const id = await firstOpen();
  const moments = [(await get(id)).updated];
  for (let index = 0; index < 4; index += 1) moments.push(memberIn((await acknowledge(id, {})).json, "updated"));
  expect(moments).toEqual([...new Set(moments)].sort());
  expect(Date.parse(String(moments.at(-1)))).toBeGreaterThanOrEqual(NOON);
});
