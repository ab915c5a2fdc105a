import { describe, expect, it } from "vitest";
import { fixture } from "../rule/need.ts";
import { type Context, observe, type Requirement } from "../rule/requirement.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import type { Target } from "../target/target.ts";
import { aCampaign, aCase, aNotice, aProbe, aStory, aWatch, subjectOf } from "./check.test-support.ts";
import { checksOf } from "./checks-of.ts";

const list = subjectOf("listAlerts");
const remove = subjectOf("deleteAlertConfig");

function checks(rule: Requirement, change: Partial<Target> = {}, subjects = [list]) {
  const target = testTarget("http://127.0.0.1:1", change);
  return checksOf(rule, subjects, target, emptyWorld(target));
}

describe("checksOf, for a rule", () => {
  it("returns a check for each of its operations", () => {
    const rule = aProbe("A-1", { on: ({ operation }) => operation.id === "listAlerts" });
    expect(checks(rule, {}, [list, remove, subjectOf("listAlerts", "1.0")])).toMatchObject([
      { id: "A-1@listAlerts/v2", requirement: rule, subject: list },
      { id: "A-1@listAlerts/v1.0", requirement: rule },
    ]);
  });
});

describe("checksOf, for a campaign", () => {
  it("returns one check without an operation, in the last stage", () => {
    const rule = aCampaign("A-1", { risk: "create" });
    const allow = new Set(["create"] as const);
    expect(checks(rule, { allow }, [list, remove])).toEqual([
      {
        id: "A-1",
        requirement: rule,
        stage: "campaigns",
        risk: "create",
        requests: 0,
        work: { kind: "campaign", campaign: rule },
      },
    ]);
    expect(checks(rule)).toMatchObject([{ obstacle: { reason: expect.stringContaining("--allow create") } }]);
  });
});

describe("checksOf, for invariants and open points", () => {
  it("returns checks that watch during the read stage, without requests", () => {
    for (const rule of [aWatch("A-1"), aNotice("A-1")])
      expect(checks(rule)).toEqual([
        {
          id: "A-1@listAlerts/v2",
          requirement: rule,
          subject: list,
          stage: "read",
          risk: "read",
          requests: 0,
          work: { kind: "watch" },
        },
      ]);
    expect(checks(aWatch("A-1", { needs: [fixture("alertId")] }))).toMatchObject([{ obstacle: {} }]);
  });
});

describe("checksOf, for a story", () => {
  it("takes requests, stage and risk from the story", () => {
    const rule = aStory("A-1", { stage: "refused-writes", requests: 7, risk: "read" });
    expect(checks(rule)).toMatchObject([
      { stage: "refused-writes", requests: 7, risk: "read", work: { kind: "story", story: rule } },
    ]);
    expect(checks(rule)[0]).not.toHaveProperty("obstacle");
  });

  it("asks the story for its risk per operation, and obstructs a risk without permission", () => {
    const rule = aStory("A-1", { risk: ({ operation }) => operation.risk });
    expect(checks(rule, {}, [list, remove])).toMatchObject([
      { risk: "read", requests: 2 },
      { risk: "delete", requests: 0, obstacle: { kind: "could-not-run" } },
    ]);
  });
});

describe("checksOf, for a probe", () => {
  it("takes the cases and the sum of their requests", () => {
    const cases = [aCase("a"), aCase("b", { requests: 3 })];
    expect(checks(aProbe("A-1", { cases: () => cases }))).toMatchObject([
      { requests: 4, stage: "read", risk: "read", work: { kind: "cases", cases, left: [] } },
    ]);
  });

  it("asks the probe for its stage and risk per operation", () => {
    const rule = aProbe("A-1", {
      stage: ({ operation }) => (operation.risk === "read" ? "refused-reads" : "refused-writes"),
      risk: ({ operation }, { fixtures }) => (fixtures.groupId === undefined ? "quota" : operation.risk),
      cases: () => [aCase("a")],
    });
    expect(checks(rule, {}, [list, remove])).toMatchObject([
      { stage: "refused-reads", risk: "read" },
      {
        stage: "refused-writes",
        risk: "delete",
        requests: 0,
        work: { kind: "cases", cases: [], left: [] },
        obstacle: {},
      },
    ]);
  });

  it("passes the context to the probe, and asks an obstructed one for no cases", () => {
    const seen: Context[] = [];
    const rule = aProbe("A-1", {
      cases: (context) => {
        seen.push(context);
        return [aCase("a")];
      },
    });
    checks({ ...rule, needs: [fixture("alertId")] });
    expect(seen).toEqual([]);
    checks(rule);
    expect(seen).toMatchObject([{ ...list, world: { fixtures: { groupId: expect.any(String) } } }]);
    expect(seen[0]?.contract.operation("listAlerts").id).toBe("listAlerts");
  });

  it("leaves out cases with missing preconditions, and names what each lacks", () => {
    const [lacking, able] = [aCase("a", { needs: [fixture("groupId"), fixture("alertId")] }), aCase("b")];
    expect(checks(aProbe("A-1", { cases: () => [lacking, able] }))).toMatchObject([
      { requests: 1, work: { cases: [able], left: [expect.stringMatching(/^a: .*fixtures\.alertId/)] } },
    ]);
  });

  it("drops cases that need what the target declares absent, and is not-applicable without others", () => {
    const needs = [{ kind: "credential", name: "noRole" }] as const;
    const [plain, roled] = [aCase("plain"), aCase("roled", { needs })];
    const change = { without: { roles: true } } as const;
    expect(checks(aProbe("A-1", { cases: () => [plain, roled] }), change)).toMatchObject([
      { work: { cases: [plain], left: [] } },
    ]);
    expect(checks(aProbe("A-1", { cases: () => [roled] }), change)).toMatchObject([
      { obstacle: { kind: "not-applicable", reason: expect.stringContaining("there are no roles") } },
    ]);
  });

  it("is obstructed if no case is left, and says what each lacks", () => {
    const cases = [aCase("a", { needs: [fixture("alertId")] }), aCase("b", { needs: [fixture("hostname")] })];
    const [check] = checks(aProbe("A-1", { cases: () => cases }));
    expect(check).toMatchObject({ requests: 0, obstacle: { kind: "could-not-run" } });
    expect(check?.obstacle?.reason).toMatch(/^a: .*fixtures\.alertId.*; b: .*fixtures\.hostname/);
    expect(checks(aProbe("A-1", { cases: () => [] }))).toMatchObject([{ obstacle: { reason: "no case applies" } }]);
  });

  it("leaves out cases that a mock cannot answer, and is not-applicable without others", () => {
    const [hard, easy] = [aCase("a", { mock: "it keeps nothing" }), aCase("b")];
    const some = aProbe("A-1", { cases: () => [hard, easy] });
    expect(checks(some, { mock: true })).toMatchObject([{ work: { cases: [easy], left: ["a: it keeps nothing"] } }]);
    expect(checks(some)).toMatchObject([{ work: { cases: [hard, easy], left: [] } }]);
    expect(checks(aProbe("A-1", { cases: () => [hard] }), { mock: true })).toMatchObject([
      { obstacle: { kind: "not-applicable", reason: "a: it keeps nothing" } },
    ]);
  });
});

describe("checksOf, for an open point with cases", () => {
  it("reads, in the first stage", () => {
    const rule = observe({ id: "A-1", level: "MAY", text: "", section: "", on: () => true, cases: () => [aCase("a")] });
    expect(checks(rule)).toMatchObject([{ stage: "read", risk: "read", requests: 1, work: { kind: "cases" } }]);
  });
});
