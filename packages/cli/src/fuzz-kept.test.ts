import { conduct } from "@plumbline/conformance";
import { fuzzRequirements } from "@plumbline/fuzz";
import { startReference } from "@plumbline/reference";
import { describe, expect, it } from "vitest";
import { targetOfReference } from "./targets/reference.ts";

/** The failed rules, and the number of rules that passed. */
async function told(seed: number, faults: readonly string[], only = "FUZZ-KEPT-*") {
  const reference = await startReference({ faults, seed: 1 });
  const { verdicts } = await conduct(targetOfReference(reference, faults), {
    requirements: fuzzRequirements({ seed, requests: 4_000 }),
    selection: { only: [only] },
    command: "test",
    runId: "test",
    toolVersion: "0",
  });
  await reference.close();
  return {
    held: verdicts.filter(({ outcome }) => outcome === "pass").length,
    red: [...new Set(verdicts.filter(({ outcome }) => outcome !== "pass").map(({ requirement }) => requirement))],
  };
}

/** PLUMBLINE_FULL tries all of these; otherwise one seed, and every second fault. */
const full = process.env["PLUMBLINE_FULL"] !== undefined;
const SEEDS = full ? 3 : 1;
const sample = <T>(all: readonly T[]): readonly T[] => all.filter((_one, index) => full || index % 2 === 0);

describe("drawn bodies", () => {
  it("are shown as they were sent by the honest reference, whatever is drawn", async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const { held, red } = await told(seed, []);
      expect(red).toEqual([]);
      expect(held).toBeGreaterThan(15);
    }
  });

  it.each(
    sample([
      ["KE-02", "FUZZ-KEPT-CLUSTERS"],
      ["KE-10", "FUZZ-KEPT-LASTING"],
      ["AL-14", "FUZZ-KEPT-WRITES"],
      ["SR-21", "FUZZ-KEPT-ANALYZERS"],
    ]),
  )("show %s", async (fault, rule) => {
    expect((await told(1, [fault])).red).toEqual([rule]);
  });
});

describe("records that are removed", () => {
  it("stay removed on the honest reference, and keys without the role cannot remove any", async () => {
    expect(await told(1, [], "FUZZ-REMOVED-*")).toEqual({ held: 6, red: [] });
  });

  it.each(
    sample([
      ["AL-08", "FUZZ-REMOVED-GONE-WRITES"],
      ["BK-06", "FUZZ-REMOVED-GONE-WRITES"],
      ["AU-23", "FUZZ-REMOVED-GONE-WRITES"],
      ["AU-61", "FUZZ-REMOVED-GONE-WRITES"],
    ]),
  )("show %s", async (fault, rule) => {
    expect((await told(1, [fault], "FUZZ-REMOVED-*")).red).toEqual([rule]);
  });
});
