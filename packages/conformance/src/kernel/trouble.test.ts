import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exchangeOf, exchangeWith, faultOf } from "../expect/scripted.test-support.ts";
import { askedWait, isLimited, isTrouble, troubleOf } from "./trouble.ts";

const comingBack = (status: number, value: string) => exchangeWith(status, [["Retry-After", value]]);

describe("isTrouble", () => {
  it("is true for 429, 500, 502, 503 and 504 only", () => {
    const troubled = new Set([429, 500, 502, 503, 504]);
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...troubled), fc.integer({ min: 100, max: 599 })), (status) => {
        expect(isTrouble(exchangeOf(status))).toBe(troubled.has(status));
      }),
    );
  });

  it("is true for a missing answer, unless the run was interrupted or the answer was too large", () => {
    const faults = ["refused", "reset", "head-timeout", "protocol", "aborted", "body-too-large"] as const;
    expect(faults.filter((fault) => isTrouble(faultOf(fault)))).toEqual([
      "refused",
      "reset",
      "head-timeout",
      "protocol",
    ]);
  });

  it("troubleOf names the status and the pause, or the fault", () => {
    expect(troubleOf(exchangeOf(502))).toBe("it answers 502");
    expect(troubleOf(comingBack(503, "20"))).toBe("it answers 503 and asks for a pause of 20 seconds");
    expect(troubleOf(faultOf("reset"))).toBe("it ended as reset");
  });
});

describe("isLimited", () => {
  it("is true for any 429, and for a 503 with a valid Retry-After", () => {
    expect([isLimited(exchangeOf(429)), isLimited(comingBack(503, "1"))]).toEqual([true, true]);
    for (const exchange of [exchangeOf(503), comingBack(503, "soon"), comingBack(500, "1"), faultOf("refused")])
      expect(isLimited(exchange)).toBe(false);
  });

  it("askedWait returns milliseconds, or nothing without Retry-After", () => {
    expect(askedWait(comingBack(429, "7"))).toBe(7_000);
    expect([askedWait(exchangeOf(429)), askedWait(faultOf("reset"))]).toEqual([undefined, undefined]);
  });
});
