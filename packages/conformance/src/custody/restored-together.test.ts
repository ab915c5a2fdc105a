import { expect, it } from "vitest";
import { WRITES } from "../writes/table.ts";
import type { Changes } from "../writes/write.ts";
import type { Entry } from "./entry.ts";
import { madeEntry } from "./made-entry.test-support.ts";
import { forbidding, restoredTogether } from "./restored-together.ts";

type Operation = "updateBackupSchedule" | "updateAuditing" | "updateBackupCompliancePolicy";

const effectOf = (operation: Operation): Changes => {
  const { effect } = WRITES[operation];
  return effect.kind === "changes" ? effect : expect.fail(`${operation} changes no state`);
};
const changed = (number: number, clusterName: string, operation: Operation): Entry => ({
  kind: "changed",
  number,
  by: "A",
  operation,
  version: "2",
  path: { groupId: "32b6e34b3d91647abb20e7b0", ...(operation === "updateBackupSchedule" && { clusterName }) },
  effect: effectOf(operation),
  before: {},
  seen: {},
  beyond: {},
});

it("restoredTogether groups states of one kind at different places, and keeps the order of everything else", () => {
  const [one, two, three] = ["Cluster0", "Cluster1", "Cluster0"].map((name, at) =>
    changed(at, name, "updateBackupSchedule"),
  ) as [Entry, Entry, Entry];
  const auditing = changed(3, "", "updateAuditing");
  const [made, other] = [madeEntry({ number: 4 }), madeEntry({ number: 5 })];
  const last = changed(6, "Cluster2", "updateBackupSchedule");
  expect(restoredTogether([one, two, three, auditing, made, other, last])).toEqual([
    [one, two],
    [three],
    [auditing],
    [made],
    [other],
    [last],
  ]);
  expect(restoredTogether([])).toEqual([]);
});

it("forbidding names a policy whose schedules would be restored before it, of the same owner", () => {
  const schedule = changed(2, "Cluster0", "updateBackupSchedule");
  const policy = changed(1, "", "updateBackupCompliancePolicy");
  const auditing = changed(0, "", "updateAuditing");
  expect(forbidding([schedule, policy, auditing])).toEqual([policy]);
  expect(forbidding([policy, schedule, auditing])).toEqual([]);
  expect(forbidding([{ ...schedule, by: "B" }, policy])).toEqual([]);
});
