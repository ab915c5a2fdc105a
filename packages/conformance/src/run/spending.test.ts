import { steadyNow } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { aProbe, aStory, checkOf, subjectOf } from "../plan/check.test-support.ts";
import type { Check } from "../plan/check.ts";
import { type Purse, Spending } from "./spending.ts";

const costing = (id: string, requests: number): Check => checkOf(aProbe(id), subjectOf("listAlerts"), { requests });
const idsOf = (checks: readonly Check[]): readonly string[] => checks.map(({ requirement }) => requirement.id);

/** A spending whose target has answered `sent` requests so far. */
function spendingOf(checks: readonly Check[], purse: Omit<Purse, "sent" | "kept"> & { readonly kept?: number }) {
  const state = { sent: 0 };
  return { state, spending: new Spending(checks, { kept: 0, ...purse, sent: () => state.sent }) };
}

/** Begins and ends each check of a round; each needs this many requests. */
function worksOff({ state, spending }: ReturnType<typeof spendingOf>, needs: number): readonly string[] {
  const round = spending.next();
  for (const check of round) {
    if (!spending.begins(check)) continue;
    state.sent += needs;
    spending.ends(check);
  }
  return idsOf(round);
}

describe("Spending, for a budget of requests", () => {
  const TEN = Array.from({ length: 10 }, (_, at) => costing(`R-${at}`, 4));

  it("spends it in rounds, and gives unused requests to the next round", () => {
    const scene = spendingOf(TEN, { requests: 12 });
    const rounds = [1, 2, 3, 4, 5].map(() => worksOff(scene, 1));
    expect(rounds.map(({ length }) => length)).toEqual([5, 2, 1, 1, 0]);
    expect(new Set(rounds.flat()).size).toBe(9);
  });

  it("never exceeds it, even if every check needs its maximum", () => {
    const scene = spendingOf(TEN, { requests: 13 });
    while (worksOff(scene, 4).length > 0);
    expect(scene.state.sent).toBe(12);
    expect(scene.spending.leftOut()).toHaveLength(7);
  });

  it("reserves the requests that are needed at the end", () => {
    const scene = spendingOf(TEN, { requests: 12, kept: 8 });
    while (worksOff(scene, 4).length > 0);
    expect(scene.state.sent).toBe(4);
  });

  it("delays a check to the next round if running checks may need the rest", () => {
    const { spending, state } = spendingOf([costing("A", 4), costing("B", 4)], { requests: 6 });
    const [first, second] = spending.next();
    if (first === undefined || second === undefined)
      return expect.fail("both are planned by what they are likely to need");
    expect([spending.begins(first), spending.begins(second)]).toEqual([true, false]);
    state.sent = 1;
    spending.ends(first);
    expect(idsOf(spending.next())).toEqual([second.requirement.id]);
    expect(spending.begins(second)).toBe(true);
  });

  it("starts a check without requests at any time, even one that would write", () => {
    const { spending } = spendingOf(TEN, { requests: 0 });
    const left = spending.leftOut().map((check) => ({ ...check, risk: "create" }) as const);
    expect(left.map((check) => spending.begins(check))).toEqual(left.map(() => true));
    expect(spending.leftOut()).toHaveLength(10);
  });

  it("counts the cost of a first write once per round", () => {
    const writing = ["A", "B", "C", "D"].map((id) => ({
      ...checkOf(aStory(id, { risk: "create" }), subjectOf("createAlertConfig"), { requests: 4 }),
      risk: "create" as const,
    }));
    // Each check needs 4 requests and its cleanup, and the first one 40 more.
    expect(spendingOf(writing, { requests: 70 }).spending.next()).toHaveLength(4);
    expect(spendingOf(writing, { requests: 40 }).spending.next()).toHaveLength(0);
  });

  it("gives the budget as the reason for checks that it leaves out", () => {
    const [left] = spendingOf([costing("A", 4)], { requests: 3 }).spending.leftOut();
    expect(left).toMatchObject({
      requests: 0,
      obstacle: { kind: "could-not-run", reason: "left out: more valuable checks use up the budget of 3 requests" },
    });
  });
});

describe("Spending, for a budget of time", () => {
  const MANY = Array.from({ length: 400 }, (_, at) => costing(`R-${at}`, 4));

  it("measures the pace in a first round, then plans half of the remaining time", () => {
    const scene = spendingOf(MANY, { until: steadyNow() + 60_000 });
    expect(worksOff(scene, 2)).toHaveLength(99);
    // At this pace there is enough time for all checks.
    expect(worksOff(scene, 2)).toHaveLength(301);
    expect(scene.spending.next()).toEqual([]);
  });

  it("ends when the time is over", () => {
    const { spending } = spendingOf(MANY, { until: steadyNow() - 1 });
    expect(spending.next()).toEqual([]);
    expect(spending.leftOut()[0]?.obstacle?.reason).toContain("use up the budget of time");
  });
});
