import { bindContract, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { otherMembers } from "./other-members.ts";

const alert = { operation: "acknowledgeAlert", read: "getAlert", contract: bindContract(neutral) } as const;
const ID = "32b6e34b3d91647abb20e7b8";

describe("otherMembers, after a restore", () => {
  it("names each member that no request restores, with its old and new value", () => {
    const before = { id: ID, eventTypeName: "JOINED_GROUP", acknowledgingUsername: "operator" };
    expect(otherMembers(before, { id: ID, eventTypeName: "JOINED_GROUP" }, alert)).toEqual([
      'acknowledgingUsername was "operator" and is absent',
    ]);
  });

  it("skips members that change by themselves, undescribed members, and null against absent", () => {
    const before = { id: ID, status: "OPEN", updated: "2026-01-01T00:00:00Z", links: [], acknowledgedUntil: null };
    const now = { id: ID, status: "CLOSED", updated: "2026-02-01T00:00:00Z", links: [1] };
    expect(otherMembers(before, now, alert)).toEqual([]);
  });
});
