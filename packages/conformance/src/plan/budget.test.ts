import type { Level } from "@plumbline/report";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withinBudget } from "./budget.ts";
import { aProbe, checkOf } from "./check.test-support.ts";
import type { Check } from "./check.ts";

const LEVELS: readonly Level[] = ["MUST", "SHOULD", "MAY", "UNSPECIFIED"];
const costing = (id: string, level: Level, requests: number): Check =>
  checkOf(aProbe(id, { level }), undefined, { requests });
const keptOf = (checks: readonly Check[], requests: number): readonly string[] =>
  withinBudget(checks, requests).flatMap(({ id, obstacle }) => (obstacle === undefined ? [id] : []));

describe("withinBudget", () => {
  it("keeps higher levels first", () => {
    const checks = LEVELS.toReversed().map((level) => costing(level, level, 5));
    const kept = [5, 10, 15, 20].map((requests) => keptOf(checks, requests));
    expect(kept.map((ids) => ids.toReversed())).toEqual([
      ["MUST"],
      ["MUST", "SHOULD"],
      ["MUST", "SHOULD", "MAY"],
      LEVELS,
    ]);
  });

  it("keeps the cheapest checks within a level", () => {
    const checks = [costing("dear", "MUST", 6), costing("cheap", "MUST", 2), costing("middling", "MUST", 4)];
    expect(keptOf(checks, 6)).toEqual(["cheap", "middling"]);
  });

  it("keeps checks of a lower level if no check of a higher one fits", () => {
    expect(keptOf([costing("dear", "MUST", 9), costing("cheap", "SHOULD", 3)], 5)).toEqual(["cheap"]);
  });

  it("gives the budget as the reason for a check that it leaves out, which then costs nothing", () => {
    const [left] = withinBudget([costing("A", "MUST", 3)], 2);
    expect(left).toMatchObject({
      id: "A",
      requests: 0,
      obstacle: { kind: "could-not-run", reason: expect.stringContaining("use up the budget of 2 requests") },
    });
  });

  it("never exceeds the budget, leaves out nothing that would fit, and keeps the order of the plan", () => {
    const drawn = fc.array(fc.tuple(fc.constantFrom(...LEVELS), fc.nat(6)), { maxLength: 12 });
    fc.assert(
      fc.property(drawn, fc.nat(20), (costs, requests) => {
        const checks = costs.map(([level, cost], at) => costing(`A-${at}`, level, cost));
        const within = withinBudget(checks, requests);
        const spent = within.reduce((sum, check) => sum + check.requests, 0);
        expect(within.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
        expect(spent).toBeLessThanOrEqual(requests);
        for (const [at, { obstacle }] of within.entries())
          if (obstacle !== undefined) expect(spent + (checks[at]?.requests ?? 0)).toBeGreaterThan(requests);
      }),
    );
  });
});
