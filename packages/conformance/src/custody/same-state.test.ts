import { bindContract, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { WRITES } from "../writes/table.ts";
import { differing } from "./same-state.ts";

const contract = bindContract(neutral);
const { effect } = WRITES.updateBackupSchedule;
if (effect.kind !== "changes") throw new Error("a schedule is changed");
const before = { referenceHourOfDay: 3, policies: [{ id: "1", policyItems: [{ id: "2", retentionValue: 7 }] }] };

it.each<[string, unknown, readonly string[]]>([
  ["itself", before, []],
  ["other ids of its items", { ...before, policies: [{ id: "8", policyItems: [{ id: "9", retentionValue: 7 }] }] }, []],
  ["members that no request can state", { ...before, nextSnapshot: "2026-01-01T00:00:00Z" }, []],
  ["null for what is unset", { ...before, export: null }, []],
  ["another hour", { ...before, referenceHourOfDay: 4 }, ["referenceHourOfDay"]],
  ["a member that is gone", { policies: before.policies }, ["referenceHourOfDay"]],
  ["a member that came", { ...before, autoExportEnabled: true }, ["autoExportEnabled"]],
  ["no policies", { ...before, policies: [] }, ["policies"]],
])("compares a state with %s", (_name, shown, expected) => {
  expect(differing(effect, before, shown, contract)).toEqual(expected);
});
