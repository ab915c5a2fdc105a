import { conduct } from "@plumbline/conformance";
import { fuzzRequirements } from "@plumbline/fuzz";
import { startReference } from "@plumbline/reference";
import type { OperationId } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { targetSettings } from "./commands/fuzz-settings.ts";
import { targetOfReference } from "./targets/reference.ts";

/** The requirements that fail on random requests to one operation. */
async function found(operation: OperationId, faults: readonly string[]): Promise<readonly string[]> {
  // Requests that leave a record are sent after all those that the server must refuse.
  const requests = operation === "createCluster" ? 1_500 : 300;
  const reference = await startReference({ faults, seed: 1 });
  const target = { ...targetOfReference(reference, faults), limits: { createCluster: 100 } };
  const { verdicts } = await conduct(target, {
    requirements: fuzzRequirements({ ...targetSettings(target), seed: 1, requests, operations: [operation] }),
    selection: { operations: [operation] },
    command: "test",
    runId: "test",
    toolVersion: "0",
  });
  await reference.close();
  const red = verdicts.filter(({ outcome }) => outcome === "fail" || outcome === "warn");
  return [...new Set(red.map(({ requirement }) => requirement))];
}

/** PLUMBLINE_FULL tries all of these; otherwise every third one. */
const full = process.env["PLUMBLINE_FULL"] !== undefined;
const FOUND = (
  [
    ["AU-11", "issueServiceToken", "FUZZ-STRANGER-REFUSED-TOKENS"],
    ["TK-07", "issueServiceToken", "FUZZ-INVALID-REFUSED-TOKENS"],
    ["EB-13", "updateCustomDns", "FUZZ-INVALID-REFUSED-SETTINGS"],
    ["SR-27", "createSearchIndex", "FUZZ-INVALID-REFUSED-SHOULD-RECORDS"],
    ["SE-03", "updateAuditing", "FUZZ-INVALID-REFUSED-SHOULD-SETTINGS"],
    ["EB-14", "listSnapshots", "FUZZ-NO-CRASH"],
    ["VA-49", "updateBackupSchedule", "FUZZ-INVALID-REFUSED-SETTINGS"],
    ["CL-71", "createCluster", "FUZZ-VALID-ACCEPTED-SHOULD-LASTING"],
    ["SE-16", "updateAuditing", "FUZZ-VALID-ACCEPTED-SHOULD-SETTINGS"],
    ["SR-34", "createSearchIndex", "FUZZ-VALID-ACCEPTED-SHOULD-RECORDS"],
    ["SR-72", "updateSearchIndexByName", "FUZZ-INVALID-REFUSED-SHOULD-RECORDS"],
  ] as const
).filter((_one, index) => full || index % 3 === 0);

describe("drawn requests to one operation", () => {
  it.each(FOUND)("find %s of %s", async (fault, operation, requirement) => {
    expect(await found(operation, [])).toEqual([]);
    expect(await found(operation, [fault])).toContain(requirement);
  });
});
