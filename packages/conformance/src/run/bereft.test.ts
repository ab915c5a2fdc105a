import type { Verdict } from "@plumbline/report";
import { describe, expect, it } from "vitest";
import { aStory, checkOf, subjectOf } from "../plan/check.test-support.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import { bereft, type Losses } from "./bereft.ts";

const ID = "32b6e34b3d91647abb20e7b8";
const world = emptyWorld(testTarget("http://127.0.0.1:1", { fixtures: { groupId: ID, exportBucketId: ID } }));
const check = (operation: "createExportJob" | "listAlerts", more?: Parameters<typeof aStory>[1]) =>
  checkOf(aStory("OP37-PARAMS", more), subjectOf(operation));
const failed: Verdict = {
  check: "OP37-PARAMS@createExportJob/v2",
  requirement: "OP37-PARAMS",
  evidence: ["1"],
  outcome: "fail",
  expected: "2xx",
  received: "404",
};
const lostBucket: Losses = { whyLost: (id) => (id === ID ? "it vanished" : undefined), whyDisturbed: () => undefined };
const none: Losses = { whyLost: () => undefined, whyDisturbed: () => undefined };

describe("bereft, for a verdict about a record that something else changed", () => {
  it("turns a failure into could-not-run, with the reason", () => {
    expect(bereft(failed, check("createExportJob"), world, lostBucket)).toEqual({
      check: failed.check,
      requirement: failed.requirement,
      evidence: ["1"],
      outcome: "could-not-run",
      reason: expect.stringContaining("it vanished"),
    });
  });

  it("keeps the verdict if the record is unchanged, or if nothing failed", () => {
    expect(bereft(failed, check("createExportJob"), world, none)).toBe(failed);
    const passed = { ...failed, outcome: "pass" } as Verdict;
    expect(bereft(passed, check("createExportJob"), world, lostBucket)).toBe(passed);
  });

  it("turns a failure into could-not-run if the check lost its own record, unless it judges side effects", () => {
    const own: Losses = { ...none, whyDisturbed: (id) => (id === failed.check ? "its own vanished" : undefined) };
    expect(bereft(failed, check("createExportJob"), world, own)).toMatchObject({
      outcome: "could-not-run",
      reason: "its own vanished",
    });
    expect(bereft(failed, check("createExportJob", { late: true }), world, own)).toBe(failed);
    expect(bereft(failed, check("createExportJob", { judgesLosses: true }), world, own)).toBe(failed);
  });
});
