import { describe, expect, it } from "vitest";
import type { Outcome } from "./outcome.ts";
import type { Verdict } from "./report.ts";
import { ReportInputError } from "./report-input-error.ts";
import { SAMPLE, SAMPLE_INPUT, sampleWith, statement } from "./sample.test-support.ts";
import { buildReport } from "./summarise.ts";

const FAIL: Outcome = { outcome: "fail", expected: "4xx", received: "200" };
const LACKS: Outcome = { outcome: "could-not-run", reason: "No credential.\nName one." };

function verdict(requirement: string, outcome: Outcome, operation = "listAlerts"): Verdict {
  return { check: `${requirement}@${operation}`, requirement, operation, evidence: [], ...outcome };
}

function conclusion(
  verdicts: readonly Verdict[],
  rest: Parameters<typeof sampleWith>[0] = {},
): readonly [string, string] {
  const ids = [...new Set(verdicts.map(({ requirement }) => requirement))];
  const { outcome, reason } = sampleWith({ requirements: ids.map((id) => statement(id)), verdicts, ...rest });
  return [outcome, reason];
}

describe("buildReport", () => {
  it("gives a requirement the worst outcome of its checks", () => {
    const outcomes = Object.fromEntries(SAMPLE.requirements.map(({ id, outcome, checks }) => [id, [outcome, checks]]));
    expect(outcomes).toEqual({
      "PAGE-ITEMS-REJECT": ["fail", 2],
      "PAGE-ITEMS-ACCEPT": ["pass", 1],
      "ERR-CODE": ["warn", 1],
      "ERR-BODY": ["known-fail", 1],
      "ROLE-READ": ["could-not-run", 1],
      "ROLE-NONE": ["could-not-run", 0],
      "TIER-BACKUP": ["not-applicable", 1],
      "ENV-UNKNOWN": ["observed", 1],
    });
  });

  it("counts requirements per level and verdicts per outcome", () => {
    expect(SAMPLE.counts).toMatchObject({ requirements: 8, verdicts: 8, exchanges: 7 });
    expect(SAMPLE.counts.byLevel.MUST).toMatchObject({
      pass: 1,
      fail: 1,
      "known-fail": 1,
      "could-not-run": 1,
      warn: 0,
    });
    expect(SAMPLE.counts.byLevel.MAY["could-not-run"]).toBe(1);
    expect(SAMPLE.counts.byOutcome).toMatchObject({ fail: 1, flaky: 1, pass: 1, "harness-error": 0 });
  });

  it("leaves the switches out of the report", () => {
    expect(Object.keys(sampleWith({ interrupted: true, unreachable: "x" }))).not.toContain("interrupted");
  });

  it("passes when every MUST that applies holds", () => {
    expect(conclusion([verdict("A", { outcome: "pass" })])).toEqual([
      "passed",
      "Every MUST requirement that applies to this target holds.",
    ]);
  });

  it.each<Outcome>([
    { outcome: "warn", expected: "a", received: "b" },
    { outcome: "observed", note: "n" },
    { outcome: "known-fail", expected: "a", received: "b", reason: "c" },
    { outcome: "not-applicable", reason: "r" },
  ])("does not fail on $outcome", (outcome) => {
    expect(conclusion([verdict("A", { outcome: "pass" }), verdict("B", outcome)])[0]).toBe("passed");
  });

  it("says so when a pass means little", () => {
    const foreign = verdict("A", { outcome: "not-applicable", reason: "r" });
    expect(conclusion([foreign])[1]).toBe("None of the selected MUST requirements (1) applies to this target.");
    const optional = { requirements: [statement("A", { level: "MAY" })] };
    expect(conclusion([verdict("A", { outcome: "pass" })], optional)[1]).toMatch(
      /^The selection has no MUST requirement/u,
    );
    const known = verdict("B", { outcome: "known-fail", expected: "a", received: "b", reason: "c" });
    expect(conclusion([known])[1]).toMatch(/apart from 1 known failure\.$/u);
  });

  it("is incomplete when traffic showed none of the MUST requirements", () => {
    const unseen = verdict("A", { outcome: "not-applicable", reason: "this traffic does not show it" });
    const doctor = [
      { subject: "traffic", state: "ok", text: "3 exchanges were judged" },
      { subject: "traffic", state: "advice", text: "18 of 21 exchanges were left out" },
    ] as const;
    const said = "Nothing was judged: no answer showed a MUST requirement; 18 of 21 exchanges were left out.";
    expect(conclusion([unseen], { doctor })).toEqual(["incomplete", said]);
    expect(conclusion([unseen, verdict("B", { outcome: "pass" })], { doctor })[0]).toBe("passed");
    expect(conclusion([verdict("A", FAIL)], { doctor })[0]).toBe("failed");
  });

  it("fails on a failure and names the first", () => {
    const verdicts = [verdict("A", FAIL), verdict("B", FAIL), verdict("B", FAIL, "listEvents")];
    expect(conclusion(verdicts)).toEqual([
      "failed",
      "2 MUST requirements are broken in 3 checks; the first is A on listAlerts.",
    ]);
  });

  it("fails on a flaky check", () => {
    const flaky: Outcome = { outcome: "flaky", expected: "a", received: "b", failed: 1, of: 3 };
    expect(conclusion([verdict("A", flaky)])).toEqual([
      "failed",
      "1 MUST requirement is broken in 1 check; the first is A on listAlerts.",
    ]);
  });

  it("is incomplete when a MUST could not run, in one line whatever the reason holds", () => {
    expect(conclusion([verdict("A", LACKS), verdict("B", { outcome: "pass" })])).toEqual([
      "incomplete",
      "1 MUST requirement could not run; most lack: No credential. Name one.",
    ]);
  });

  it("gives the beginning of a reason that ends with lines to paste, and no part of these", () => {
    const lines = `operations: { ${Array.from({ length: 40 }, (_, at) => `op${at}: absent`).join(", ")} }`;
    const long: Outcome = { outcome: "could-not-run", reason: `40 operations are missing. Paste this: ${lines}` };
    expect(conclusion([verdict("A", long)])[1]).toBe(
      "1 MUST requirement could not run; most lack: 40 operations are missing.",
    );
  });

  it("is incomplete when one check of a MUST observed something and another could not run", () => {
    const observed = verdict("A", { outcome: "observed", note: "n" }, "listEvents");
    expect(conclusion([observed, verdict("A", LACKS)])[0]).toBe("incomplete");
  });

  it("takes a MUST without any verdict as not examined", () => {
    const report = sampleWith({ requirements: [statement("A")], verdicts: [] });
    expect(report.outcome).toBe("incomplete");
    expect(report.requirements[0]?.outcome).toBe("could-not-run");
  });

  it("does not call a run incomplete for a SHOULD", () => {
    const requirements = [statement("A", { level: "SHOULD" }), statement("B")];
    expect(conclusion([verdict("A", LACKS), verdict("B", { outcome: "pass" })], { requirements })[0]).toBe("passed");
  });

  it("lets interruption win over unreachable over harness error over failure over incomplete", () => {
    const mishap = verdict("C", { outcome: "harness-error", message: "boom" });
    const all = [verdict("A", FAIL), verdict("B", LACKS), mishap];
    expect(conclusion(all, { interrupted: true, unreachable: "x" })).toEqual([
      "interrupted",
      "The run was interrupted after 3 checks; 1 failed until then.",
    ]);
    expect(conclusion(all, { unreachable: "connect ECONNREFUSED 127.0.0.1:9" })).toEqual([
      "unreachable",
      "The run could not reach the target: connect ECONNREFUSED 127.0.0.1:9.",
    ]);
    expect(conclusion(all)).toEqual([
      "harness-error",
      "Plumbline itself failed in 1 check; the first is C on listAlerts: boom.",
    ]);
    expect(conclusion(all.slice(0, 2))[0]).toBe("failed");
  });

  it("refuses input that contradicts itself", () => {
    const one = verdict("A", FAIL);
    const requirements = [statement("A")];
    expect(() => buildReport({ ...SAMPLE_INPUT, requirements, verdicts: [one, one] })).toThrow(ReportInputError);
    expect(() => buildReport({ ...SAMPLE_INPUT, requirements: [], verdicts: [one] })).toThrow(
      /not among the requirements/u,
    );
    expect(() =>
      buildReport({ ...SAMPLE_INPUT, requirements: [statement("A"), statement("A")], verdicts: [] }),
    ).toThrow(/twice/u);
  });
});
