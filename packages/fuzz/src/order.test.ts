import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Ordered, ordered, planHash, type Tier, tierOf } from "./order.ts";

const request = (id: string, tier: Tier, cell = id): Ordered => ({ id, tier, cell });
const ids = (requests: readonly Ordered[]): string => requests.map(({ id }) => id).join(" ");

describe("ordered", () => {
  it("takes boundaries first, then valid edges, constraints, other valid requests and types", () => {
    const plan = [
      request("t", "type"),
      request("c", "constraint"),
      request("v", "valid"),
      request("e", "valid edge"),
      request("b", "boundary"),
    ];
    expect(ids(ordered(plan, 1))).toBe("b e c v t");
  });

  it("puts further variants of a cell after the first of other cells", () => {
    const plan = ["1", "2", "3", "4"].map((id) => request(`b${id}`, "boundary", "b"));
    expect(ids(ordered([...plan, request("e", "valid edge")], 1))).toMatch(/^b\d e b\d b\d b\d$/);
  });

  it("varies the questions first, and the operations later", () => {
    const plan = ["p", "q", "r", "s"].flatMap((question) =>
      ["1", "2", "3"].map((setup) => ({ ...request(question + setup, "boundary"), question, setup })),
    );
    const first = ordered(plan, 1).slice(0, 4);
    expect(new Set(first.map(({ question }) => question)).size).toBe(4);
    expect(new Set(first.map(({ setup }) => setup)).size).toBe(1);
  });

  it("keeps every request, and depends only on the seed and the list", () => {
    const tiers = fc.constantFrom<Tier>("boundary", "valid edge", "valid", "constraint", "type");
    const plans = fc.uniqueArray(fc.record({ id: fc.string(), tier: tiers, cell: fc.constantFrom("x", "y") }), {
      selector: ({ id }) => id,
    });
    fc.assert(
      fc.property(plans, fc.nat(), (plan, seed) => {
        const once = ordered(plan, seed);
        expect(planHash(once)).toBe(planHash(ordered(plan, seed)));
        expect(new Set(once)).toEqual(new Set(plan));
      }),
      { numRuns: 50 },
    );
  });

  it("differs between seeds", () => {
    const plan = Array.from({ length: 20 }, (_, index) => request(String(index), "type"));
    expect(planHash(ordered(plan, 1))).not.toBe(planHash(ordered(plan, 2)));
  });

  it("tierOf returns the tier of a keyword", () => {
    expect([tierOf("maximum"), tierOf("pattern"), tierOf("type")]).toEqual(["boundary", "constraint", "type"]);
  });
});
