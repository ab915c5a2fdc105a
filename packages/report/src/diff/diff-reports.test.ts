import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Outcome } from "../outcome.ts";
import { renderDiffMarkdown } from "../render/diff-markdown.ts";
import { renderDiff } from "../render/diff-text.ts";
import type { Report } from "../report.ts";
import { SAMPLE, SAMPLE_INPUT, sampleWith, statement } from "../sample.test-support.ts";
import { spoiltReport } from "../spoilt.test-support.ts";
import { diffReports } from "./diff-reports.ts";

const PASS: Outcome = { outcome: "pass" };
const FAIL: Outcome = { outcome: "fail", expected: "4xx", received: "200" };
const KNOWN: Outcome = { ...FAIL, outcome: "known-fail", reason: "ticket" };
const LACKS: Outcome = { outcome: "could-not-run", reason: "no key" };
const AWAY: Outcome = { outcome: "not-applicable", reason: "a mock" };
const note = (text: string): Outcome => ({ outcome: "observed", note: text });

function one(outcome: Outcome | undefined, rest: Parameters<typeof sampleWith>[0] = {}): Report {
  const verdicts = outcome === undefined ? [] : [{ check: "A@x", requirement: "A", evidence: [], ...outcome }];
  return sampleWith({ requirements: [statement("A")], verdicts, ...rest });
}

const LISTS = ["newFailures", "fixed", "changedEvidence", "changedObservations", "notComparable"] as const;
const filled = (before: Report, after: Report) => {
  const diff = diffReports(before, after);
  return [LISTS.filter((list) => diff[list].length > 0).join(), diff.worse];
};

describe("what came to the same", () => {
  it("is said with what fails in both, and what is no failure of a run", () => {
    const words = (outcome: Outcome) => renderDiff(diffReports(one(outcome), one(outcome)), { colour: false });
    expect(words(PASS)).toContain("1 check had the same result\n");
    expect(words(FAIL)).toContain("1 check had the same result; 1 of them fails in both");
    expect(words(KNOWN)).toContain("1 check had the same result; 1 of them breaks a SHOULD in both, or is known");
  });
});

describe("diffReports", () => {
  it.each<readonly [string, Outcome | undefined, Outcome | undefined, string, boolean]>([
    ["a pass that fails", PASS, FAIL, "newFailures", true],
    ["a pass that warns", PASS, { ...FAIL, outcome: "warn" }, "newFailures", true],
    ["a pass that fails as listed", PASS, KNOWN, "newFailures", false],
    ["a failure that passes", FAIL, PASS, "fixed", false],
    ["a known failure that passes", KNOWN, PASS, "fixed", false],
    ["a failure with another answer", FAIL, { ...FAIL, received: "500" }, "changedEvidence", false],
    ["a failure that is listed now", FAIL, KNOWN, "changedEvidence", false],
    ["the same failure", FAIL, FAIL, "", false],
    ["another observation", note("a"), note("b"), "changedObservations", false],
    ["the same observation", note("a"), note("a"), "", false],
    ["a check that could not run before", LACKS, FAIL, "notComparable", false],
    ["a check that cannot run now", PASS, LACKS, "notComparable", false],
    ["a check that does not apply now", FAIL, AWAY, "notComparable", false],
    ["a check that never ran", LACKS, AWAY, "", false],
    ["a check that was not selected before", undefined, FAIL, "notComparable", false],
    ["a check that is not selected now", FAIL, undefined, "notComparable", false],
    ["an observation that became a rule", note("a"), PASS, "notComparable", false],
  ])("%s", (_, before, after, list, worse) => {
    expect(filled(one(before), one(after))).toEqual([list, worse]);
  });

  it("says what both runs found, and on which requirement", () => {
    expect(diffReports(one(PASS), one(FAIL)).newFailures).toEqual([
      {
        check: "A@x",
        requirement: "A",
        level: "MUST",
        before: { outcome: "pass", text: "pass" },
        after: { outcome: "fail", text: "fail: expected 4xx; received 200" },
      },
    ]);
  });

  it("does not compare what another version of the suite states in another way", () => {
    const reworded = { requirements: [statement("A", { text: "Another rule." })] };
    expect(filled(one(PASS), one(FAIL, reworded))).toEqual(["notComparable", false]);
    const harder = { requirements: [statement("A", { level: "SHOULD" as const })] };
    expect(diffReports(one(PASS), one(FAIL, harder)).notComparable[0]?.reason).toMatch(/was a MUST and is a SHOULD/u);
  });

  it("names other conditions", () => {
    const { target } = SAMPLE_INPUT;
    const other = one(PASS, { tool: { name: "plumbline", version: "9" }, target: { ...target, profile: "atlas" } });
    expect(diffReports(one(PASS), other).conditions).toEqual([
      "the version of Plumbline was 0.1.0 and is 9",
      "the profile was neutral and is atlas",
    ]);
    expect(diffReports(one(PASS), one(PASS, { interrupted: true })).conditions[0]).toMatch(/did not finish/u);
    const local = (port: number) =>
      one(PASS, { target: { ...target, kind: "reference", name: "reference", url: `http://127.0.0.1:${port}` } });
    expect(diffReports(local(1), local(2)).conditions).toEqual([]);
  });

  it("finds no difference between a report and itself, and swapped sides give the opposite", () => {
    fc.assert(
      fc.property(spoiltReport(), (report) => {
        const same = diffReports(report, report);
        expect(LISTS.filter((list) => same[list].length > 0)).toEqual([]);
        expect([same.conditions, same.worse]).toEqual([[], false]);
        expect(same.before).toEqual(same.after);
        const [there, back] = [diffReports(SAMPLE, report), diffReports(report, SAMPLE)];
        expect(there.newFailures.length).toBe(back.fixed.length);
        expect(there.notComparable.length).toBe(back.notComparable.length);
      }),
      { numRuns: 30 },
    );
  });
});

describe("renderers of a comparison", () => {
  it("say the outcome last on a terminal and first on a page", () => {
    const diff = diffReports(one(PASS), one(FAIL));
    const text = renderDiff(diff, { colour: false });
    expect(text).toContain(
      "New failures (1 check)\n  A@x\n      was pass\n      now fail: expected 4xx; received 200\n",
    );
    expect(text).toMatch(/Worse: 1 new failure\.\n$/u);
    expect(renderDiffMarkdown(diff)).toMatch(/^## ✘ Plumbline: Worse: 1 new failure\.\n/u);
    expect(renderDiffMarkdown(diff)).toContain("| `A@x` | `pass` | `fail: expected 4xx; received 200` |");
    expect(renderDiff(diffReports(SAMPLE, SAMPLE), { colour: false })).toMatch(/No difference in 8 checks\.\n$/u);
  });

  it("folds what cannot be compared for one reason, unless asked for all", () => {
    const verdicts = Array.from({ length: 30 }, (_, index) => ({
      check: `A@${index}`,
      requirement: "A",
      evidence: [],
      ...PASS,
    }));
    const diff = diffReports(one(undefined), one(undefined, { verdicts }));
    expect(renderDiff(diff, { colour: false })).toContain(
      "Not comparable (30 checks, 1 change)\n  30 checks, such as A@0: not in the earlier run; now pass\n",
    );
    expect(renderDiff(diff, { colour: false, verbose: true })).toContain("A@29");
  });

  it("keep what a target supplied harmless", () => {
    fc.assert(
      fc.property(spoiltReport(), (report) => {
        const diff = diffReports(SAMPLE, report);
        expect(renderDiff(diff, { colour: false, verbose: true })).not.toMatch(/[^\P{Cc}\n]/u);
        const page = renderDiffMarkdown(diff);
        const outside = page.replace(/(`+) ?.*? ?(?<!`)\1(?!`)/gu, "");
        expect(outside).not.toMatch(/[<[\]]|javascript|@everyone/u);
      }),
      { numRuns: 30 },
    );
  });
});
