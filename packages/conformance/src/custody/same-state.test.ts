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
  ["an additional member", { ...before, autoExportEnabled: true }, ["autoExportEnabled"]],
  ["no policies", { ...before, policies: [] }, ["policies"]],
])("differing compares a state with %s", (_name, shown, expected) => {
  expect(differing(effect, before, shown, contract)).toEqual(expected);
});

it("differing ignores the order of words and named records, but not of policy items", () => {
  const stated = (frequencies: readonly string[]) => ({ ...before, copySettings: [{ frequencies }] });
  expect(differing(effect, stated(["DAILY", "HOURLY"]), stated(["HOURLY", "DAILY"]), contract)).toEqual([]);
  expect(differing(effect, stated(["DAILY", "HOURLY"]), stated(["HOURLY", "HOURLY"]), contract)).toEqual([
    "copySettings",
  ]);
  const items = (...retentions: readonly number[]) => ({
    policies: [{ policyItems: retentions.map((retentionValue) => ({ retentionValue })) }],
  });
  expect(differing(effect, items(7, 8), items(8, 7), contract)).toEqual(["policies"]);
  const { effect: analyzers } = WRITES.replaceCustomAnalyzers;
  if (analyzers.kind !== "changes") throw new Error("analyzers are replaced");
  const [a, b] = [{ name: "a", tokenizer: { type: "keyword" } }, { name: "b" }];
  expect(differing(analyzers, [a, b], [b, a], contract)).toEqual([]);
  expect(differing(analyzers, [a, b], [b, { name: "a" }], contract)).toEqual(["the list"]);
});

it("differing compares lists as a whole, and says why a state could not be restored", () => {
  const { effect: analyzers } = WRITES.replaceCustomAnalyzers;
  if (analyzers.kind !== "changes") throw new Error("analyzers are replaced");
  expect(differing(analyzers, [{ name: "a" }], [{ name: "a" }], contract)).toEqual([]);
  expect(differing(analyzers, [{ name: "a" }], [{ name: "b" }], contract)).toEqual(["the list"]);
  expect(differing(analyzers, {}, [{ name: "b" }], contract)).toEqual(["the list"]);
  expect(differing(analyzers, [], {}, contract)).toEqual(["the custom analyzers are not an array"]);
});

it("differing ignores how a filter is formatted", () => {
  const { effect: auditing } = WRITES.updateAuditing;
  if (auditing.kind !== "changes") throw new Error("auditing is changed");
  expect(differing(auditing, { auditFilter: '{"a":1}' }, { auditFilter: '{ "a": 1 }' }, contract)).toEqual([]);
  expect(differing(auditing, { auditFilter: '{"a":1}' }, { auditFilter: '{"a":2}' }, contract)).toEqual([
    "auditFilter",
  ]);
});
