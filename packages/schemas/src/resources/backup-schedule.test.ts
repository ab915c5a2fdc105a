import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleOf } from "../example.ts";
import { operations } from "../operations.ts";
import { createValidator } from "../validate.ts";
import { backupSchedule, backupScheduleInput } from "./backup-schedule.ts";

const requests = createValidator();
const answers = createValidator({ answers: true });
const id = "0123456789abcdef01234567";
const body = (members: object): boolean => requests.accepts(backupScheduleInput, members);
const answer = (members: object): boolean => answers.accepts(backupSchedule, members);

describe("the body that changes a schedule", () => {
  it("has a valid example, and may be empty", () => {
    expect(requests.violations(backupScheduleInput, exampleOf(backupScheduleInput))).toEqual([]);
    expect(body({})).toBe(true);
  });

  it("has an example that deletes no copies and changes no existing snapshots", () => {
    expect(exampleOf(backupScheduleInput)).toMatchObject({ deleteCopiedBackups: [], updateSnapshots: false });
  });

  it("contains at most one policy", () => {
    fc.assert(
      fc.property(fc.array(fc.constant({}), { maxLength: 5 }), (policies) => {
        expect(body({ policies })).toBe(policies.length <= 1);
      }),
    );
    expect([[], [{}], [{}, {}], {}].map((policies) => body({ policies }))).toEqual([true, true, false, false]);
  });

  it("requires a restore window of whole days, one or more, in 32 bits", () => {
    const taken = [-1, 0, 1, 1.5, 2_147_483_647, 2_147_483_648, "7"].map((days) => body({ restoreWindowDays: days }));
    expect(taken).toEqual([false, false, true, false, true, false, false]);
  });

  it.each(["referenceHourOfDay", "referenceMinuteOfHour"])("accepts any 32-bit integer as %s", (name) => {
    const taken = [0, 23, 60, -1, 2_147_483_648, 1.5, "x"].map((value) => body({ [name]: value }));
    expect(taken).toEqual([true, true, true, true, false, false, false]);
  });

  it.each<[string, object]>([
    ["a word for automatic export", { autoExportEnabled: "x" }],
    ["a word for earlier snapshots", { updateSnapshots: "x" }],
    ["a word for names in the prefix", { useOrgAndGroupNamesInExportPrefix: "x" }],
    ["copy settings that are not a list", { copySettings: {} }],
    ["one frequency instead of a list", { copySettings: [{ frequencies: "HOURLY" }] }],
    ["a number among the frequencies", { copySettings: [{ frequencies: [1] }] }],
    ["a word for copied oplogs", { copySettings: [{ shouldCopyOplogs: "x" }] }],
    ["deleted copies that are not a list", { deleteCopiedBackups: {} }],
    ["a number as a zone", { deleteCopiedBackups: [{ zoneId: 5 }] }],
    ["a word for the export", { export: "x" }],
    ["a bucket without a valid id", { export: { exportBucketId: "x" } }],
    ["extra retention that is not a list", { extraRetentionSettings: {} }],
    ["policy items that are not a list", { policies: [{ policyItems: {} }] }],
    ["a word for a retention", { policies: [{ policyItems: [{ retentionValue: "x" }] }] }],
    ["half an interval", { policies: [{ policyItems: [{ frequencyInterval: 0.5 }] }] }],
  ])("is refused with %s", (_what, members) => {
    expect(body(members)).toBe(false);
  });

  it("ignores the cluster that the path names", () => {
    expect(body({ clusterId: 5, clusterName: "a_b" })).toBe(true);
  });

  it("accepts unlisted values of open sets", () => {
    expect(body({ export: { exportBucketId: id, frequencyType: "daily" } })).toBe(true);
    expect(body({ copySettings: [{ cloudProvider: "ELSEWHERE", frequencies: ["SECONDLY"], regionName: "x" }] })).toBe(
      true,
    );
  });
});

describe("a schedule in an answer", () => {
  it("has a valid example, and may be empty or have several policies", () => {
    expect(answers.violations(backupSchedule, exampleOf(backupSchedule))).toEqual([]);
    expect(answer({})).toBe(true);
    expect(answer({ policies: [{}, {}], nextSnapshot: null })).toBe(true);
  });

  it.each<[string, object]>([
    ["a time that is a number", { nextSnapshot: 1_736_933_400 }],
    ["a number as the id of a policy", { policies: [{ id: 5 }] }],
    ["a number as the id of an item", { policies: [{ policyItems: [{ id: 5 }] }] }],
    ["an impossible cluster name", { clusterName: "a_b" }],
    ["half an hour", { referenceHourOfDay: 0.5 }],
    ["a word for its export", { export: "monthly" }],
  ])("is refused with %s", (_what, members) => {
    expect(answer(members)).toBe(false);
  });

  it("has no member that only an update can state", () => {
    const only = (one: object, other: object): string[] =>
      Object.keys(one).filter((name) => !Object.hasOwn(other, name));
    const [sent = {}, shown = {}] = [backupScheduleInput.properties, backupSchedule.properties];
    expect(only(sent, shown).sort()).toEqual(["deleteCopiedBackups", "updateSnapshots"]);
    expect(only(shown, sent)).toEqual(["clusterId", "clusterName", "nextSnapshot"]);
  });

  it("is the result of all three operations, including the delete", () => {
    const { deleteBackupSchedules, getBackupSchedule, updateBackupSchedule } = operations;
    for (const { result } of [deleteBackupSchedules, getBackupSchedule, updateBackupSchedule])
      expect(result).toEqual({ kind: "record", schema: backupSchedule });
  });
});
