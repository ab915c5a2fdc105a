import { describe, expect, it } from "vitest";
import { aCampaign, aProbe, aStory, aWatch, checkOf, subjectOf } from "../plan/check.test-support.ts";
import { isCampaign, needsTurn, rankOf, turnOf } from "./kinds-of-work.ts";

const auditing = subjectOf("updateAuditing");

it("tells campaigns from checks", () => {
  expect(isCampaign(checkOf(aCampaign("A-1")))).toBe(true);
  expect(isCampaign(checkOf(aStory("A-1")))).toBe(false);
});

it("has what is early go first", () => {
  for (const rule of [aStory("A-1", { early: true }), aCampaign("A-1", { early: true })])
    expect(rankOf(checkOf(rule))).toBe(0);
  for (const rule of [aStory("A-1"), aCampaign("A-1"), aProbe("A-1")]) expect(rankOf(checkOf(rule))).toBe(1);
});

it("has campaigns that only look go before what works alone, and all others after that", () => {
  expect(turnOf(checkOf(aCampaign("A-1", { early: true })))).toBe("looking");
  expect(turnOf(checkOf(aCampaign("A-1", { alone: true })))).toBe("alone");
  expect(turnOf(checkOf(aCampaign("A-1")))).toBe("together");
});

it("has what uses up records that stay go last", () => {
  for (const operation of ["cancelRestoreJob", "cutOverMigration"] as const)
    expect(rankOf(checkOf(aStory("A-1"), subjectOf(operation)))).toBe(2);
  expect(rankOf(checkOf(aStory("A-1"), subjectOf("deleteAlertConfig")))).toBe(1);
});

describe("a turn", () => {
  it("is needed by a story about what there is only one of", () => {
    expect(needsTurn(checkOf(aStory("A-1"), auditing))).toBe(true);
    expect(needsTurn(checkOf(aStory("A-1"), subjectOf("createAlertConfig")))).toBe(false);
  });

  it("is needed by campaigns that write", () => {
    const needed = (["read", "quota", "create", "delete"] as const).map((risk) =>
      needsTurn(checkOf(aCampaign("A-1"), undefined, { risk })),
    );
    expect(needed).toEqual([false, false, true, true]);
  });

  it("is not needed by what asks nothing, only asks cases, or cannot run", () => {
    const obstacle = { kind: "could-not-run", reason: "" } as const;
    expect(needsTurn(checkOf(aStory("A-1"), auditing, { obstacle }))).toBe(false);
    expect(needsTurn(checkOf(aProbe("A-1", { lane: "link" }), auditing, { risk: "update" }))).toBe(false);
    expect(needsTurn(checkOf(aWatch("A-1"), auditing))).toBe(false);
  });
});
