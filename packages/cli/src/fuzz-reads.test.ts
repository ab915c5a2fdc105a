import { conduct } from "@plumbline/conformance";
import { fuzzRequirements } from "@plumbline/fuzz";
import { startReference } from "@plumbline/reference";
import { describe, expect, it } from "vitest";
import { targetOfReference } from "./targets/reference.ts";

/** The results of the rules that compare reads with each other. */
async function compared(faults: readonly string[], variants: readonly string[] = []): Promise<readonly string[]> {
  const reference = await startReference({ faults, variants, seed: 1 });
  const { verdicts } = await conduct(targetOfReference(reference, faults), {
    requirements: fuzzRequirements({ seed: 1, requests: 2_000 }),
    selection: { only: ["FUZZ-READS-AGREE", "FUZZ-PAGES-ADD-UP"] },
    command: "test",
    runId: "test",
    toolVersion: "0",
  });
  await reference.close();
  return [...new Set(verdicts.filter(({ outcome }) => outcome !== "pass").map(({ operation }) => operation ?? ""))];
}

describe("reads of the same", () => {
  it.each([[[]], [["links-as-asked"]], [["history-oldest-first"]]])(
    "agree where they may be as %j",
    async (variants) => {
      expect(await compared([], variants)).toEqual([]);
    },
  );

  it.each([
    ["AC-01", "a filter that filters nothing", "getAccessLogsByCluster"],
    ["AC-08", "a number of none that sets no limit", "getAccessLogsByCluster"],
    ["AC-11", "a window that shows nothing", "getAccessLogsByCluster"],
    ["ME-04", "another default than the stated one", "discoverMetricsTargets"],
    ["AL-32", "open alerts that their configuration does not have", "listAlerts"],
    ["EN-04", "a status in an envelope that is none", "listAlerts"],
    ["EN-14", "a filter that an envelope loses", "listAlerts"],
    ["CA-06", "a record that its list shows otherwise", "listCloudAccessRoles"],
    ["QP-50", "a record that is refused in another form", "listSnapshots"],
  ])("tell %s: %s", async (fault, _what, operation) => {
    expect(await compared([fault])).toContain(operation);
  });
});
