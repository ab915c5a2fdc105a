import { expect, test } from "vitest";
import { settingsWrites } from "../writes/settings.ts";
import { chosen, isAt, isUnheard, keyOf, nameOf } from "./keys.ts";
import { GROUP, madeEntry, RECORD } from "./made-entry.test-support.ts";

test("keyOf gives a place one key, whatever the order of its parameters", () => {
  const [one, other] = [
    { groupId: GROUP, clusterName: "a" },
    { clusterName: "a", groupId: GROUP },
  ];
  expect(keyOf("getBackupSchedule", one)).toBe(keyOf("getBackupSchedule", other));
  expect(keyOf("getBackupSchedule", one)).not.toBe(keyOf("getBackupSchedule", { ...one, clusterName: "b" }));
  expect(keyOf("getBackupSchedule", one)).not.toBe(keyOf("getOutageSimulation", one));
});

test("chosen takes only the parameters that exist", () => {
  expect(chosen({ groupId: GROUP, alertId: RECORD }, ["groupId", "clusterName"])).toEqual({ groupId: GROUP });
});

test("isAt accepts every address that names no other place", () => {
  const made = madeEntry();
  expect(isAt(made, { groupId: GROUP, alertConfigId: RECORD })).toBe(true);
  expect(isAt(made, {})).toBe(true);
  expect(isAt(made, { groupId: RECORD })).toBe(false);
  const below = madeEntry({ path: { groupId: GROUP, clusterName: "a" } });
  expect(isAt(below, { groupId: GROUP, clusterName: "b" })).toBe(false);
});

test("isUnheard holds until an answer tells the id, or the entry is closed", () => {
  const { id: _id, ...unheard } = madeEntry();
  expect(isUnheard(unheard)).toBe(true);
  expect(isUnheard(madeEntry())).toBe(false);
  expect(isUnheard({ ...unheard, closed: true })).toBe(false);
});

test("isUnheard holds for created records only", () => {
  const { effect } = settingsWrites.disablePrivateIpMode;
  const { number, by, version, path } = madeEntry();
  const lasting = { kind: "lasting", number, by, version, path, operation: "disablePrivateIpMode", effect } as const;
  expect(isUnheard(lasting)).toBe(false);
});

test("nameOf names a record by its id, and anything else by the last part of its address", () => {
  const { id: _id, ...unheard } = madeEntry();
  expect([nameOf(madeEntry()), nameOf(unheard)]).toEqual([RECORD, "without an id"]);
  const { effect } = settingsWrites.disablePrivateIpMode;
  const common = {
    kind: "lasting",
    number: 0,
    by: "A",
    version: "2",
    operation: "disablePrivateIpMode",
    effect,
  } as const;
  const all = { alertId: "alert", clusterName: "cluster", groupId: "group", orgId: "org" };
  const { alertId: _alert, ...cluster } = all;
  const { clusterName: _cluster, ...group } = cluster;
  const names = [all, cluster, group, { orgId: "org" }, {}].map((path) => nameOf({ ...common, path }));
  expect(names).toEqual(["alert", "cluster", "group", "org", ""]);
});
