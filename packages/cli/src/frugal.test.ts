import { conduct, requirements, WRITES } from "@plumbline/conformance";
import { startReference } from "@plumbline/reference";
import { exitCode, type Report } from "@plumbline/report";
import { expect, it } from "vitest";
import { call } from "./main-call.test-support.ts";
import { targetOfReference } from "./targets/reference.ts";

const KINDS = new Map<string, string>(Object.entries(WRITES).map(([id, { effect }]) => [id, effect.kind]));

/**
 * What a full run may cost a target: 8,803 requests before bystanders were watched and versions compared, 6 % more for that,
 * 130 requests for writes in turn and for names, and 460 for telling values, twins and pages without a count.
 */
const MOST_REQUESTS = 9_920;

type Limits = Readonly<Record<string, number>>;

/** Everything is permitted, and every rule is asked for. */
async function runOn(seed: number, limits: Limits = {}): Promise<Report> {
  const reference = await startReference({ seed });
  try {
    const target = { ...targetOfReference(reference, []), limits };
    return await conduct(target, { requirements, command: "plumbline run", runId: `frugal-${seed}`, toolVersion: "0" });
  } finally {
    await reference.close();
  }
}

/** Records that a run has left, by the create that made them. */
function stayingIn({ changes }: Report): Limits {
  const counts: Record<string, number> = {};
  for (const { operation, state } of changes ?? [])
    if (KINDS.get(operation) === "makes" && state !== "removed") counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
}

const count = ({ verdicts }: Report, outcome: string): number =>
  verdicts.filter((verdict) => verdict.outcome === outcome).length;

/** PLUMBLINE_FULL tries another seed as well. */
const SEEDS = process.env["PLUMBLINE_FULL"] === undefined ? [1] : [1, 7];

it.each(SEEDS)("a full run leaves few records, and examines everything all the same: seed %i", async (seed) => {
  const report = await runOn(seed);
  expect(stayingIn(report)).toEqual({
    createCluster: 5,
    createRestoreJob: 11,
    createServerlessRestoreJob: 2,
    createMigration: 4,
    validateMigration: 4,
    createCloudAccessRole: 4,
    createExportJob: 3,
  });
  expect([report.outcome, count(report, "could-not-run")]).toEqual(["passed", 0]);
  // With all that is looked at beside the writes.
  expect(report.counts.exchanges).toBeLessThanOrEqual(MOST_REQUESTS);
});

it("a run leaves no more than it may: what finds no room could not run, and nobody is accused", async () => {
  const report = await runOn(1, {
    createCluster: 2,
    createCloudAccessRole: 0,
    createRestoreJob: 1,
    createExportJob: 1,
  });
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
