import { describe, expect, it } from "vitest";
import { StoryStopped } from "../kernel/story-stopped.ts";
import { testTarget } from "../target/target.test-support.ts";
import { longWaitOf, patienceOf } from "./patience.ts";

const [real, moved] = [{}, { advanceClock: () => undefined }].map((change) => ({
  target: testTarget("http://127.0.0.1:1", change),
}));
if (real === undefined || moved === undefined) throw new Error("no target");

describe("patience", () => {
  it("ends with more waiting in all than the user permits, and says how to permit more", () => {
    const waits = patienceOf(real, { patience: 3_000 });
    waits(1_000);
    waits(2_000);
    expect(() => waits(1)).toThrow(StoryStopped);
    const judgement = { kind: "inconclusive", reason: expect.stringMatching(/within 3 seconds.*--patience/) };
    expect(() => waits(1)).toThrow(expect.objectContaining({ judgement }));
  });

  it("lasts two minutes by itself", () => {
    const waits = patienceOf(real, {});
    expect(() => waits(120_000)).not.toThrow();
    expect(() => waits(1)).toThrow(StoryStopped);
  });

  it("has no end where the clock is moved", () => {
    expect(() => patienceOf(moved, { patience: 1 })(120_001)).not.toThrow();
  });
});

describe("a long wait", () => {
  it("is told once, when a second is over", () => {
    let told = 0;
    const waits = longWaitOf(real, () => {
      told += 1;
    });
    const after = [400, 600, 1, 500, 5_000].map((milliseconds) => {
      waits(milliseconds);
      return told;
    });
    expect(after).toEqual([0, 0, 1, 1, 1]);
  });

  it("is none where the clock is moved", () => {
    let told = 0;
    longWaitOf(moved, () => {
      told += 1;
    })(60_000);
    expect(told).toBe(0);
  });
});
