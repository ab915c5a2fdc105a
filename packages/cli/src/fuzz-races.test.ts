import { conduct } from "@plumbline/conformance";
import { fuzzRequirements } from "@plumbline/fuzz";
import { startReference } from "@plumbline/reference";
import type { Verdict } from "@plumbline/report";
import { describe, expect, it } from "vitest";
import { targetOfReference } from "./targets/reference.ts";

async function races(seed: number, variants: readonly string[]): Promise<readonly Verdict[]> {
  const reference = await startReference({ variants, seed });
  const { verdicts } = await conduct(targetOfReference(reference, []), {
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

  it("may wait for each other, as far as there is room", async () => {
    const verdicts = await races(1, ["queues-second-snapshot"]);
    expect(verdicts.filter(({ outcome }) => outcome === "fail")).toEqual([]);
  });
});
