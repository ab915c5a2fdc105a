import { describe, expect, it } from "vitest";
import { exampleOf } from "../example.ts";
import { operations } from "../operations.ts";
import { createValidator } from "../validate.ts";
import { compliancePolicy, compliancePolicyInput } from "./compliance-policy.ts";

const requests = createValidator();
const answers = createValidator({ answers: true });
const body = (members: object): boolean =>
  requests.accepts(compliancePolicyInput, { authorizedEmail: "a@example.com", ...members });
const answer = (members: object): boolean => answers.accepts(compliancePolicy, members);

describe("the body that sets a compliance policy", () => {
  it("has a valid example, and requires only the address", () => {
    expect(requests.violations(compliancePolicyInput, exampleOf(compliancePolicyInput))).toEqual([]);
    expect(body({})).toBe(true);
  });

  it("requires a valid email address", () => {
    expect(requests.violations(compliancePolicyInput, { pitEnabled: true })).toMatchObject([
      { keyword: "required", pointer: "/authorizedEmail" },
    ]);
    expect(["not-an-email", "", 5].map((authorizedEmail) => body({ authorizedEmail }))).toEqual([false, false, false]);
  });

  it.each(["copyProtectionEnabled", "encryptionAtRestEnabled", "pitEnabled"])("leaves %s off by default", (name) => {
    expect(compliancePolicyInput.properties?.[name]).toEqual({ type: "boolean", default: false });
    expect(body({ [name]: true })).toBe(true);
    expect(body({ [name]: "x" })).toBe(false);
  });

  it("requires a restore window of whole days, one or more, in 32 bits", () => {
    const taken = [-1, 0, 1, 1.5, 2_147_483_647, 2_147_483_648, "7"].map((days) => body({ restoreWindowDays: days }));
    expect(taken).toEqual([false, false, true, false, true, false, false]);
  });

  it.each<[string, object]>([
    ["a list as the item on demand", { onDemandPolicyItem: [] }],
    ["one item instead of a list", { scheduledPolicyItems: {} }],
    ["a word for a retention", { scheduledPolicyItems: [{ retentionValue: "x" }] }],
    ["half an interval", { onDemandPolicyItem: { frequencyInterval: 0.5 } }],
    ["a number for a unit", { onDemandPolicyItem: { retentionUnit: 7 } }],
    ["a number for a frequency", { scheduledPolicyItems: [{ frequencyType: 7 }] }],
    ["a number for a name", { authorizedUserFirstName: 5 }],
  ])("is refused with %s", (_what, members) => {
    expect(body(members)).toBe(false);
  });

  it("accepts any frequency, unit and number", () => {
    const item = { frequencyInterval: 40, frequencyType: "fortnightly", retentionUnit: "DAYS", retentionValue: 0 };
    expect(body({ onDemandPolicyItem: item, scheduledPolicyItems: [item, {}] })).toBe(true);
  });
});

describe("a compliance policy in an answer", () => {
  it("has a valid example, and may be empty or contain nulls", () => {
    expect(answers.violations(compliancePolicy, exampleOf(compliancePolicy))).toEqual([]);
    expect(answer({})).toBe(true);
    expect(answer({ onDemandPolicyItem: null, state: "DISABLING", restoreWindowDays: 0 })).toBe(true);
  });

  it.each<[string, object]>([
    ["a number for its state", { state: 1 }],
    ["a date without a time", { updatedDate: "2025-01-15" }],
    ["a fraction of a day", { restoreWindowDays: 0.5 }],
    ["a project id in upper case", { projectId: "X".repeat(24) }],
    ["a number as the id of an item", { scheduledPolicyItems: [{ id: 5 }] }],
    ["an on-demand item that is a word", { onDemandPolicyItem: "daily" }],
    ["a number as its last editor", { updatedUser: 5 }],
  ])("is refused with %s", (_what, members) => {
    expect(answer(members)).toBe(false);
  });

  it("is the result of both operations, and setting it cannot be undone", () => {
    const { getBackupCompliancePolicy: get, updateBackupCompliancePolicy: update } = operations;
    expect([get.result, update.result]).toEqual(Array(2).fill({ kind: "record", schema: compliancePolicy }));
    expect(update.risk).toBe("irreversible");
  });
});
