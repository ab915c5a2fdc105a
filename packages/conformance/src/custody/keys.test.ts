import { expect, test } from "vitest";
import { chosen, isAt, isUnheard, keyOf } from "./keys.ts";
import { GROUP, madeEntry, RECORD } from "./made-entry.test-support.ts";

test("a place has one key, in whichever order its parameters come", () => {
  const [one, other] = [
    { groupId: GROUP, clusterName: "a" },
    { clusterName: "a", groupId: GROUP },
  ];
  expect(keyOf("getBackupSchedule", one)).toBe(keyOf("getBackupSchedule", other));
  expect(keyOf("getBackupSchedule", one)).not.toBe(keyOf("getBackupSchedule", { ...one, clusterName: "b" }));
  expect(keyOf("getBackupSchedule", one)).not.toBe(keyOf("getOutageSimulation", one));
});

test("only the parameters that are there are chosen", () => {
  expect(chosen({ groupId: GROUP, alertId: RECORD }, ["groupId", "clusterName"])).toEqual({ groupId: GROUP });
});

test("a record is at every address that names no other place", () => {
  const made = madeEntry();
  expect(isAt(made, { groupId: GROUP, alertConfigId: RECORD })).toBe(true);
  expect(isAt(made, {})).toBe(true);
  expect(isAt(made, { groupId: RECORD })).toBe(false);
  const below = madeEntry({ path: { groupId: GROUP, clusterName: "a" } });
  expect(isAt(below, { groupId: GROUP, clusterName: "b" })).toBe(false);
});

test("a record is unheard of until an answer tells its id, or nothing came of the request", () => {
  const { id: _id, ...unheard } = madeEntry();
  expect(isUnheard(unheard)).toBe(true);
  expect(isUnheard(madeEntry())).toBe(false);
  expect(isUnheard({ ...unheard, closed: true })).toBe(false);
});
