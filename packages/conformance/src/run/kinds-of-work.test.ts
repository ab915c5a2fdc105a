import { describe, expect, it } from "vitest";
import { aCampaign, aProbe, aStory, aWatch, checkOf, subjectOf } from "../plan/check.test-support.ts";
import { isCampaign, needsTurn, rankOf, turnOf } from "./kinds-of-work.ts";

const auditing = subjectOf("updateAuditing");

it("isCampaign separates campaigns from checks", () => {
  expect(isCampaign(checkOf(aCampaign("A-1")))).toBe(true);
  expect(isCampaign(checkOf(aStory("A-1")))).toBe(false);
});

it("rankOf puts early work first", () => {
  for (const rule of [aStory("A-1", { early: true }), aCampaign("A-1", { early: true })])
    expect(rankOf(checkOf(rule))).toBe(0);
  for (const rule of [aStory("A-1"), aCampaign("A-1"), aProbe("A-1")]) expect(rankOf(checkOf(rule))).toBe(1);
});

it("turnOf puts campaigns that only look before those that run alone, and all others last", () => {
  expect(turnOf(checkOf(aCampaign("A-1", { early: true })))).toBe("looking");
  expect(turnOf(checkOf(aCampaign("A-1", { alone: true })))).toBe("alone");
  expect(turnOf(checkOf(aCampaign("A-1")))).toBe("together");
});

it("rankOf puts checks that use up permanent records last", () => {
  for (const operation of ["cancelRestoreJob", "cutOverMigration"] as const)
    expect(rankOf(checkOf(aStory("A-1"), subjectOf(operation)))).toBe(2);
  expect(rankOf(checkOf(aStory("A-1"), subjectOf("deleteAlertConfig")))).toBe(1);
});

describe("needsTurn", () => {
  it("is true for a story about a setting that exists once", () => {
    expect(needsTurn(checkOf(aStory("A-1"), auditing))).toBe(true);
    expect(needsTurn(checkOf(aStory("A-1"), subjectOf("createAlertConfig")))).toBe(false);
  });

  it("is true for campaigns that write", () => {
    const needed = (["read", "quota", "create", "delete"] as const).map((risk) =>
      needsTurn(checkOf(aCampaign("A-1"), undefined, { risk })),
    );
    expect(needed).toEqual([false, false, true, true]);
  });

  it("is false for obstructed checks, probes and invariants", () => {
    const obstacle = { kind: "could-not-run", reason: "" } as const;
    expect(needsTurn(checkOf(aStory("A-1"), auditing, { obstacle }))).toBe(false);
    expect(needsTurn(checkOf(aProbe("A-1", { lane: "link" }), auditing, { risk: "update" }))).toBe(false);
    expect(needsTurn(checkOf(aWatch("A-1"), auditing))).toBe(false);
  });
});
