import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exitCode } from "./gate.ts";
import { applyKnownFailures, type KnownFailure } from "./known-failures.ts";
import type { Outcome } from "./outcome.ts";
import type { Report } from "./report.ts";
import { SAMPLE, sampleWith, statement } from "./sample.test-support.ts";

const FAIL: Outcome = { outcome: "fail", expected: "4xx", received: "200" };
const run = { id: "r", startedAt: "2025-01-02T03:04:05.678Z", milliseconds: 1, command: "plumbline run" };

function one(outcome: Outcome, rest: Parameters<typeof sampleWith>[0] = {}): Report {
  const { staleKnownFailures: _stale, ...report } = sampleWith({
    run,
    requirements: [statement("A")],
    verdicts: [{ check: "A@x", requirement: "A", evidence: [], ...outcome }],
    changes: [],
    ...rest,
  });
  return report;
}
const entry = (rest: Partial<KnownFailure> = {}): KnownFailure => ({ check: "A@x", reason: "ticket", ...rest });
const judged = (report: Report, entries: readonly KnownFailure[]) => {
  const applied = applyKnownFailures(report, entries, "2025-06-15");
  return [applied.verdicts[0]?.outcome, applied.staleKnownFailures?.[0]?.state, exitCode(applied)];
};

describe("applyKnownFailures", () => {
  it("keeps what decided", () => {
    const deciding = { exchange: "x1", where: "status" };
    const applied = applyKnownFailures(one({ ...FAIL, deciding }), [entry()], "2025-06-15");
    expect(applied.verdicts[0]).toMatchObject({ outcome: "known-fail", deciding });
  });

  it("turns a listed failure into a known one, and the run green", () => {
    const applied = applyKnownFailures(one(FAIL), [entry({ issue: "#7" })], "2025-06-15");
    expect(applied.verdicts[0]).toMatchObject({
      outcome: "known-fail",
      reason: "ticket",
      issue: "#7",
      received: "200",
    });
    expect([applied.outcome, applied.requirements[0]?.outcome, applied.counts.byOutcome.fail]).toEqual([
      "passed",
      "known-fail",
      0,
    ]);
    expect([exitCode(one(FAIL)), exitCode(applied)]).toEqual([1, 0]);
  });

  it.each<readonly [string, Report, KnownFailure, readonly unknown[]]>([
    ["a flaky one too", one({ ...FAIL, outcome: "flaky", failed: 1, of: 2 }), entry(), ["known-fail", undefined, 0]],
    ["a warning too", one({ ...FAIL, outcome: "warn" }), entry(), ["known-fail", undefined, 0]],
    ["one on its last day", one(FAIL), entry({ until: "2025-06-15" }), ["known-fail", undefined, 0]],
    ["one past its date is red", one(FAIL), entry({ until: "2025-06-14" }), ["known-fail", "expired", 6]],
    ["one that passes is red", one({ outcome: "pass" }), entry(), ["pass", "passes", 6]],
    ["one that matches nothing is red", one({ outcome: "pass" }), entry({ check: "B@x" }), ["pass", "unmatched", 6]],
    [
      "what could not run tells nothing",
      one({ outcome: "could-not-run", reason: "r" }),
      entry(),
      ["could-not-run", undefined, 3],
    ],
    [
      "a harness error is nobody's failure",
      one({ outcome: "harness-error", message: "m" }),
      entry(),
      ["harness-error", undefined, 5],
    ],
    [
      "a selection leaves others out",
      one({ outcome: "pass" }, { run: { ...run, selection: "areas B" } }),
      entry({ check: "B@x" }),
      ["pass", undefined, 0],
    ],
    [
      "an interruption too",
      one({ outcome: "pass" }, { interrupted: true }),
      entry({ check: "B@x" }),
      ["pass", undefined, 130],
    ],
  ])("%s", (_, report, known, expected) => {
    expect(judged(report, [known])).toEqual(expected);
  });

  it("leaves other failures alone", () => {
    const applied = applyKnownFailures(SAMPLE, [entry({ check: "PAGE-ITEMS-REJECT@listAlerts/v2" })], "2025-06-15");
    expect([applied.outcome, applied.verdicts[1]?.outcome]).toEqual(["failed", "flaky"]);
  });

  it("keeps how a run ended", () => {
    const cut = applyKnownFailures(one(FAIL, { unreachable: "refused" }), [entry()], "2025-06-15");
    expect([cut.outcome, cut.reason]).toEqual(["unreachable", "The run could not reach the target: refused."]);
  });

  it("gives the same when it is done twice, and what the list says holds for no other check", () => {
    const checks = SAMPLE.verdicts.map(({ check }) => check);
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...checks, "NO@x")), fc.boolean(), (listed, late) => {
        const entries = listed.map((check) => entry({ check, ...(late ? { until: "2025-01-01" } : {}) }));
        const applied = applyKnownFailures(SAMPLE, entries, "2025-06-15");
        expect(applyKnownFailures(applied, entries, "2025-06-15")).toEqual(applied);
        for (const [index, verdict] of applied.verdicts.entries())
          if (!listed.includes(verdict.check)) expect(verdict).toEqual(SAMPLE.verdicts[index]);
      }),
    );
  });
});
