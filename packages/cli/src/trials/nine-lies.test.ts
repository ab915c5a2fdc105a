import { conduct, requirements } from "@plumbline/conformance";
import { startReference } from "@plumbline/reference";
import { describe, expect, it } from "vitest";
import { targetOfReference } from "../targets/reference.ts";
import { VERSION } from "../version.ts";

/** The member that each lie loses, and the rule that must report it. */
const LIES = {
  "KE-01": ["CLU-KEPT", "/paused"],
  "KE-02": ["CLU-KEPT", "/numShards"],
  "KE-03": ["CLU-KEPT", "/tags"],
  "KE-04": ["SCH-KEPT", "/copySettings"],
  "KE-05": ["SCH-KEPT", "/restoreWindowDays"],
  "KE-06": ["CMP-KEPT", "/authorizedEmail"],
  "KE-07": ["RST-KEPT", "/targetClusterName"],
  "KE-08": ["SRCH-KEPT", "/synonyms"],
  "KE-09": ["SNP-KEPT", "/description"],
  "KE-10": ["EXJ-KEPT", "/customData"],
} as const;

describe("a server that keeps nothing of what it takes", () => {
  it("is told each member that it loses, and where, although it loses them all at once", async () => {
    const faults = Object.keys(LIES);
    const reference = await startReference({ seed: 1, faults });
    try {
      const { verdicts, kept = [] } = await conduct(targetOfReference(reference, faults), {
        requirements,
        selection: { only: [...new Set(Object.values(LIES).map(([rule]) => rule))] },
        command: "vitest",
        runId: "lies",
        toolVersion: VERSION,
      });
      for (const [rule, member] of Object.values(LIES)) {
        const said = verdicts.flatMap((one) =>
          one.requirement === rule && one.outcome === "fail" ? [`${one.expected}; ${one.received}`] : [],
        );
        expect([rule, member, said.join("\n")]).toEqual([rule, member, expect.stringContaining(member)]);
        const lost = kept.filter(({ pointer, state }) => state === "lost" && pointer.startsWith(member));
        expect([member, lost.map(({ view }) => view)]).not.toEqual([member, []]);
      }
    } finally {
      await reference.close();
    }
  });
});
