import { conduct, requirements, type Selection } from "@plumbline/conformance";
import { startReference } from "@plumbline/reference";
import { exitCode, type Report } from "@plumbline/report";
import { expect, it } from "vitest";
import { count, type Limits, MOST_REQUESTS, STAYING, stayingIn } from "./frugal.test-support.ts";
import { call } from "./main-call.test-support.ts";
import { targetOfReference } from "./targets/reference.ts";

/** A full run with every permission. */
async function runOn(seed: number, limits: Limits = {}, selection: Selection = {}): Promise<Report> {
  const reference = await startReference({ seed });
  try {
    const target = { ...targetOfReference(reference, []), limits };
    const run = { command: "plumbline run", runId: `frugal-${seed}`, toolVersion: "0" };
    return await conduct(target, { requirements, selection, ...run });
  } finally {
    await reference.close();
  }
}

/** Another test examines a run with the first seed; PLUMBLINE_FULL tries another seed. */
it.runIf(process.env["PLUMBLINE_FULL"] !== undefined)("a full run of another seed leaves as few records", async () => {
  const report = await runOn(7);
  expect(stayingIn(report)).toEqual(STAYING);
  expect([report.outcome, count(report, "could-not-run")]).toEqual(["passed", 0]);
  expect(report.counts.exchanges).toBeLessThanOrEqual(MOST_REQUESTS);
});

it("a run leaves no more than it may: what finds no room could not run, and nobody is accused", async () => {
  const limits = { createCluster: 2, createCloudAccessRole: 0, createRestoreJob: 1, createExportJob: 1 };
  // A few rules that create records of these kinds represent all of them.
  const report = await runOn(1, limits, { operations: Object.keys(limits) as (keyof typeof limits)[] });
  expect(stayingIn(report)).toMatchObject({ createCluster: 2, createRestoreJob: 1, createExportJob: 1 });
  expect(stayingIn(report)["createCloudAccessRole"]).toBeUndefined();
  for (const outcome of ["fail", "warn", "flaky", "harness-error"]) expect(count(report, outcome)).toBe(0);
  const reasons = report.verdicts.flatMap((verdict) => ("reason" in verdict ? [verdict.reason] : []));
  expect(reasons).toContainEqual(expect.stringContaining("createCluster is not sent: the limit is 2 records"));
  expect([report.outcome, exitCode(report)]).toEqual(["incomplete", 3]);
});

it("a plan says how many can stay", async () => {
  const { code, out } = await call(["plan", "--area", "CLU", "--limit", "createCluster=2"]);
  expect([code, out]).toEqual([0, expect.stringContaining("\nstays: 2 createCluster at most\n")]);
});
