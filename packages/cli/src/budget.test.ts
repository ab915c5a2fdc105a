import { conduct, requirements, type Selection } from "@plumbline/conformance";
import { startReference } from "@plumbline/reference";
import { expect, it } from "vitest";
import { call } from "./main-call.test-support.ts";
import { targetOfReference } from "./targets/reference.ts";

async function runWith(budget: Selection["budget"], faults: readonly string[] = [], more: Selection = {}) {
  const reference = await startReference({ seed: 1, faults });
  try {
    const run = { command: "plumbline run", runId: "budget", toolVersion: "0" };
    return await conduct(targetOfReference(reference, []), {
      requirements,
      ...run,
      ...(budget && { selection: { ...more, budget } }),
    });
  } finally {
    await reference.close();
  }
}

/** The checks for which a run without a budget would send requests. */
async function sending(): Promise<readonly string[]> {
  const { out } = await call(["plan", "--json"]);
  const checks = JSON.parse(out) as readonly { readonly check: string; readonly requests: number }[];
  return checks.flatMap(({ check, requests }) => (requests > 0 ? [check] : []));
}

/** PLUMBLINE_FULL tries more budgets and more faults: of pages, of errors and of callers. */
const full = process.env["PLUMBLINE_FULL"] !== undefined;

it.each(full ? [300, 500, 1_000, 2_000] : [500])(
  "a run uses nearly all of %i requests, and no more",
  async (requests) => {
    const report = await runWith({ requests });
    // Every check has a verdict, including those that the budget leaves out.
    const judged = new Set(report.verdicts.map(({ check }) => check));
    expect((await sending()).filter((check) => !judged.has(check))).toEqual([]);
    expect(report.counts.exchanges).toBeLessThanOrEqual(requests);
    expect(report.counts.exchanges).toBeGreaterThan(0.92 * requests);
    expect(report.verdicts.filter(({ outcome }) => ["fail", "warn", "harness-error"].includes(outcome))).toEqual([]);
    expect(report.outcome).toBe("incomplete");
    const left = report.verdicts.filter(
      (one) => "reason" in one && one.reason.includes(`budget of ${requests} requests`),
    );
    expect(left.length).toBeGreaterThan(1_000);
  },
);

it("a budget that the preflight uses up says how much it takes", async () => {
  const report = await runWith({ requests: 20 });
  expect([report.outcome, report.counts.byLevel.MUST.pass]).toEqual(["incomplete", 0]);
  expect(report.doctor.filter(({ subject }) => subject === "budget").map(({ state, text }) => [state, text])).toEqual([
    [
      "problem",
      expect.stringMatching(/^the preflight alone sent \d+ requests, so a budget of 20 leaves none for checks/),
    ],
  ]);
});

it.each(["HDR", "GEN"])(
  "a budget for one area, %s, also leaves out checks that only help it, and judges none of them",
  async (area) => {
    const ids = requirements.filter(({ id }) => id.startsWith(`${area}-`)).map(({ id }) => id);
    const report = await runWith({ requests: 300 }, [], { areas: [area] });
    const judged = new Set(report.verdicts.map(({ requirement }) => requirement));
    expect([...judged].filter((id) => !ids.includes(id))).toEqual([]);
    expect(judged.size).toBeGreaterThan(0);
  },
);

it("a budget of time leaves out what there is no time for", async () => {
  const began = performance.now();
  const report = await runWith({ seconds: 2 });
  // Checks in progress continue, and cleanup deletes and restores everything.
  expect(performance.now() - began).toBeLessThan(60_000);
  expect(report.outcome).toBe("incomplete");
  expect(report.verdicts.some(({ outcome }) => outcome === "pass")).toBe(true);
  expect(report.changes.filter(({ state }) => state === "left")).toEqual([]);
});

it.each(full ? ["PG-02", "EB-01", "AU-01"] : ["EB-01"])("500 requests find %s", async (fault) => {
  const report = await runWith({ requests: 500 }, [fault]);
  expect(report.outcome).toBe("failed");
});

it("names stand for budgets by purpose", async () => {
  const requestsOf = async (budget: string): Promise<number> => {
    const { code, out } = await call(["plan", "--budget", budget, "--json"]);
    expect(code).toBe(0);
    return (JSON.parse(out) as { requests: number }[]).reduce((sum, { requests }) => sum + requests, 0);
  };
  const [smoke, pr, nightly] = [await requestsOf("smoke"), await requestsOf("pr"), await requestsOf("nightly")];
  expect([smoke, pr]).toEqual([500, 2_000]);
  expect(nightly).toBeGreaterThan(10_000);
  const { code, note } = await call(["run", "--budget", "tiny"]);
  expect([code, note]).toEqual([
    2,
    expect.stringContaining("--budget takes smoke, pr, nightly, requests=N, seconds=S"),
  ]);
});
