import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Budget } from "./budget.ts";

const spend = (share: { take(): boolean }, most: number): number => {
  let spent = 0;
  while (spent < most && share.take()) spent += 1;
  return spent;
};

describe("Budget", () => {
  it("never spends more than the whole, however its shares begin and end", () => {
    const needs = fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.nat({ max: 200 }), needs, (whole, wanted) => {
        const budget = new Budget(whole);
        const shares = wanted.map(() => budget.share(1 / wanted.length));
        const spent = shares.reduce((sum, share, index) => {
          const own = spend(share, wanted[index] ?? 0);
          share.close();
          return sum + own;
        }, 0);
        expect(spent).toBeLessThanOrEqual(whole);
      }),
    );
  });

  it("passes what a closed share left over to the next", () => {
    const budget = new Budget(10);
    const [first, second] = [budget.share(0.5), budget.share(0.5)];
    spend(first, 2);
    first.close();
    expect(spend(second, 100)).toBe(8);
  });
});
