import type { Verdict } from "@plumbline/report";
import { bindContract, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import { bereft } from "./bereft.ts";

const ID = "32b6e34b3d91647abb20e7b8";
const world = emptyWorld(testTarget("http://127.0.0.1:1", { fixtures: { groupId: ID, exportBucketId: ID } }));
const check = (operation: "createExportJob" | "listAlerts") => ({
  subject: { operation: bindContract(neutral).operation(operation, "2"), version: "2" as const },
});
const failed: Verdict = {
  check: "OP37-PARAMS@createExportJob/v2",
  requirement: "OP37-PARAMS",
  evidence: ["1"],
  outcome: "fail",
  expected: "2xx",
  received: "404",
};
const lostBucket = (id: string): string | undefined => (id === ID ? "it vanished" : undefined);

describe("a verdict on a record that something else has changed", () => {
  it("is none, with what happened to the record", () => {
    expect(bereft(failed, check("createExportJob"), world, lostBucket)).toEqual({
      check: failed.check,
      requirement: failed.requirement,
      evidence: ["1"],
      outcome: "could-not-run",
      reason: expect.stringContaining("it vanished"),
    });
  });

  it("stands where the record is as it was, and where nothing was broken", () => {
    expect(bereft(failed, check("createExportJob"), world, () => undefined)).toBe(failed);
    const passed = { ...failed, outcome: "pass" } as Verdict;
    expect(bereft(passed, check("createExportJob"), world, lostBucket)).toBe(passed);
  });
});
