import { describe, expect, it } from "vitest";
import { covering } from "./covering.ts";

describe("covering", () => {
  it("covers every pair of choices, in few rows", () => {
    const factors = [2, 2, 3, 3, 3, 4];
    const rows = covering(factors);
    for (const [one, choices] of factors.entries())
      for (const [other, others] of factors.entries())
        if (one < other)
          for (let choice = 0; choice < choices; choice += 1)
            for (let second = 0; second < others; second += 1)
              expect(rows.some((row) => row[one] === choice && row[other] === second)).toBe(true);
    expect(rows.length).toBeLessThanOrEqual(16);
    expect(rows[0]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("returns one row if there is nothing to choose", () => {
    expect(covering([1, 1])).toEqual([[0, 0]]);
  });
});
