import { describe, expect, it } from "vitest";
import { StoryStopped } from "../kernel/story-stopped.ts";
import { testTarget } from "../target/target.test-support.ts";
import { longWaitOf, patienceOf } from "./patience.ts";

const [real, moved] = [{}, { advanceClock: () => undefined }].map((change) => ({
  target: testTarget("http://127.0.0.1:1", change),
}));
if (real === undefined || moved === undefined) throw new Error("no target");

describe("patienceOf", () => {
  it("stops the story once its waits exceed the patience in total, and names --patience", () => {
    const waits = patienceOf(real, { patience: 3_000 });
    waits(1_000);
    waits(2_000);
    expect(() => waits(1)).toThrow(StoryStopped);
    const judgement = { kind: "inconclusive", reason: expect.stringMatching(/within 3 seconds.*--patience/) };
    expect(() => waits(1)).toThrow(expect.objectContaining({ judgement }));
  });

  it("allows two minutes by default", () => {
    const waits = patienceOf(real, {});
    expect(() => waits(120_000)).not.toThrow();
    expect(() => waits(1)).toThrow(StoryStopped);
  });

  it("allows any wait if the target's clock can be moved", () => {
    expect(() => patienceOf(moved, { patience: 1 })(120_001)).not.toThrow();
  });
});

describe("longWaitOf", () => {
  it("reports once, as soon as the waits exceed a second", () => {
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

  it("never reports if the target's clock can be moved", () => {
    let told = 0;
    longWaitOf(moved, () => {
      told += 1;
    })(60_000);
    expect(told).toBe(0);
  });
});
