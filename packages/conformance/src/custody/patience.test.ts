import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Patience } from "./patience.ts";

describe("Patience", () => {
  it("grants a wait up to the last millisecond left, even after it refused a longer one", () => {
    const patience = new Patience(100);
    expect([60, 41, 40, 1, 0].map((one) => patience.allows("deleteSnapshot", one))).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  it("counts each operation separately", () => {
    const patience = new Patience(100);
    expect(patience.allows("deleteSnapshot", 100)).toBe(true);
    expect(patience.allows("deleteSnapshot", 1)).toBe(false);
    expect(patience.allows("deleteAlertConfig", 100)).toBe(true);
  });

  it("never grants more than it was given, in any order of requests", () => {
    const asked = fc.array(fc.tuple(fc.constantFrom("A", "B"), fc.nat(100)));
    fc.assert(
      fc.property(fc.nat(300), asked, (milliseconds, all) => {
        const patience = new Patience(milliseconds);
        const spent: Record<string, number> = { A: 0, B: 0 };
        for (const [operation, one] of all) {
          const left = milliseconds - (spent[operation] ?? 0);
          expect(patience.allows(operation, one)).toBe(one <= left);
          if (one <= left) spent[operation] = (spent[operation] ?? 0) + one;
        }
      }),
    );
  });

  it("gives each further operation a tenth once two have used up theirs", () => {
    const patience = new Patience(100);
    for (const one of ["deleteSnapshot", "deleteAlertConfig"]) expect(patience.allows(one, 100)).toBe(true);
    expect([8, 2, 1].map((one) => patience.allows("deleteExportBucket", one))).toEqual([true, true, false]);
    expect(patience.allows("deleteSearchIndexById", 10)).toBe(true);
  });

  it("grants in total little more than two operations' worth, however many operations ask", () => {
    const names = ["A", "B", "C", "D", "E", "F"];
    const asked = fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(100)), { minLength: 50, maxLength: 200 });
    fc.assert(
      fc.property(asked, (all) => {
        const patience = new Patience(100);
        const spent = all.map(([operation, one]) => (patience.allows(operation, one) ? one : 0));
        expect(spent.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(200 + names.length * 10);
      }),
    );
  });
});
