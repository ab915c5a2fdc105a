import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Patience } from "./patience.ts";

describe("patience", () => {
  it("affords what is left of it to the last millisecond, and less after more was asked for", () => {
    const patience = new Patience(100);
    expect([60, 41, 40, 1, 0].map((one) => patience.affords("deleteSnapshot", one))).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  it("is had with each operation anew", () => {
    const patience = new Patience(100);
    expect(patience.affords("deleteSnapshot", 100)).toBe(true);
    expect(patience.affords("deleteSnapshot", 1)).toBe(false);
    expect(patience.affords("deleteAlertConfig", 100)).toBe(true);
  });

  it("is never had for more than it was given, whatever is asked for in whatever order", () => {
    const asked = fc.array(fc.tuple(fc.constantFrom("A", "B"), fc.nat(100)));
    fc.assert(
      fc.property(fc.nat(300), asked, (milliseconds, all) => {
        const patience = new Patience(milliseconds);
        const spent: Record<string, number> = { A: 0, B: 0 };
        for (const [operation, one] of all) {
          const left = milliseconds - (spent[operation] ?? 0);
          expect(patience.affords(operation, one)).toBe(one <= left);
          if (one <= left) spent[operation] = (spent[operation] ?? 0) + one;
        }
      }),
    );
  });
});
