import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Outcome } from "../outcome.ts";
import type { Verdict } from "../report.ts";
import { SAMPLE, sampleWith, statement } from "../sample.test-support.ts";
import { spoiltReport } from "../spoilt.test-support.ts";
import { renderAnnotations } from "./annotations.ts";

const many = (count: number, outcome: Outcome) => {
  const ids = Array.from({ length: count }, (_, index) => `R-${index}`);
  const verdicts = ids.map((id): Verdict => ({ check: `${id}@x`, requirement: id, evidence: [], ...outcome }));
  return sampleWith({ requirements: ids.map((id) => statement(id)), verdicts, staleKnownFailures: [] });
};

describe("renderAnnotations", () => {
  const lines = renderAnnotations(SAMPLE).trimEnd().split("\n");

  it("groups failures by requirement and tells warnings apart", () => {
    expect(lines).toEqual([
      "::error title=Plumbline%3A stale known failures::1 known failure out of date:%0AERR-OLD@listAlerts (unmatched)",
      expect.stringMatching(
        /^::error title=Plumbline PAGE-ITEMS-REJECT \(MUST\)::A page size over 500 is refused\.%0APAGE-ITEMS-REJECT@listAlerts\/v2: expected .*%0APAGE-ITEMS-REJECT@listEvents\/v2: /u,
      ),
      expect.stringMatching(/^::warning title=Plumbline ERR-CODE \(SHOULD\)::/u),
    ]);
  });

  it("prints nothing if there is nothing to do", () => {
    expect(renderAnnotations(many(3, { outcome: "pass" }))).toBe("");
  });

  it.each<readonly [string, Outcome]>([
    ["error", { outcome: "fail", expected: "a", received: "b" }],
    ["warning", { outcome: "warn", expected: "a", received: "b" }],
  ])("stays within ten of the kind %s and counts the rest", (kind, outcome) => {
    expect(renderAnnotations(many(10, outcome)).match(new RegExp(`^::${kind} `, "gmu"))).toHaveLength(10);
    const found = renderAnnotations(many(25, outcome)).trimEnd().split("\n");
    expect(found).toHaveLength(10);
    expect(found[9]).toBe(`::${kind} title=Plumbline::16 more requirements: see the report.`);
  });

  it("names a run that did not come to its end, or that is incomplete", () => {
    expect(renderAnnotations(sampleWith({ verdicts: [], unreachable: "refused" }))).toMatch(
      /^::error title=Plumbline%3A unreachable::The run could not reach the target/u,
    );
    expect(renderAnnotations(many(1, { outcome: "could-not-run", reason: "no key" }))).toMatch(/^::warning title=/u);
  });

  it("gives one command per line and nothing else, whatever any text holds", () => {
    fc.assert(
      fc.property(spoiltReport(), (report) => {
        const text = renderAnnotations(report);
        expect(text.endsWith("\n")).toBe(true);
        for (const line of text.slice(0, -1).split("\n"))
          expect(line).toMatch(/^::(?:error|warning) title=[^:,]*::\P{Cc}*$/u);
      }),
      { numRuns: 60 },
    );
  });
});
