import { conduct } from "@plumbline/conformance";
import { fuzzRequirements } from "@plumbline/fuzz";
import { startReference } from "@plumbline/reference";
import type { Verdict } from "@plumbline/report";
import { describe, expect, it } from "vitest";
import { targetOfReference } from "./targets/reference.ts";

async function races(seed: number, faults: readonly string[]): Promise<readonly Verdict[]> {
  const reference = await startReference({ faults, seed });
  const { verdicts } = await conduct(targetOfReference(reference, faults), {
    requirements: fuzzRequirements({ seed, requests: 2_000 }),
    selection: { only: ["FUZZ-RACES"] },
    command: "test",
    runId: "test",
    toolVersion: "0",
  });
  await reference.close();
  return verdicts;
}

describe("snapshots that are asked for at the same moment", () => {
  it("are taken one at a time by the honest reference", async () => {
    const verdicts = await races(1, []);
    expect(verdicts.map(({ outcome }) => outcome)).toEqual(["pass", "pass"]);
  });

  it("are found to be taken together in 10 of 10 seeds", async () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const [verdict] = await races(seed, ["SN-26"]);
      expect(verdict).toMatchObject({ outcome: "fail", expected: expect.stringContaining("some order") });
    }
  }, 60_000);
});
