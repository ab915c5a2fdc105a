import { describe, expect, it } from "vitest";
import { EXIT_CODES, exitCode } from "./gate.ts";
import type { RunOutcome } from "./outcome.ts";
import type { Report } from "./report.ts";
import { SAMPLE } from "./sample.test-support.ts";

const LEFT: Report["changes"] = [{ operation: "createGroup", id: "1", state: "left" }];
const DISTURBED: Report["changes"] = [{ operation: "deleteAlertConfig", id: "1", state: "disturbed" }];
const STALE: NonNullable<Report["staleKnownFailures"]> = [{ check: "A", state: "passes" }];

function report(outcome: RunOutcome, rest: Partial<Report> = {}): Report {
  return { ...SAMPLE, changes: [], staleKnownFailures: [], outcome, ...rest };
}

describe("exitCode", () => {
  it.each<readonly [RunOutcome, number]>([
    ["passed", 0],
    ["failed", 1],
    ["incomplete", 3],
    ["unreachable", 4],
    ["harness-error", 5],
    ["interrupted", 130],
  ])("gives %s the code %i", (outcome, code) => {
    expect(exitCode(report(outcome))).toBe(code);
  });

  it("lets incomplete pass only when asked to", () => {
    expect(exitCode(report("incomplete"), { allowIncomplete: true })).toBe(0);
    expect(exitCode(report("failed"), { allowIncomplete: true })).toBe(1);
  });

  it("is red for a stale list unless something worse happened", () => {
    expect(exitCode(report("passed", { staleKnownFailures: STALE }))).toBe(6);
    expect(exitCode(report("incomplete", { staleKnownFailures: STALE }), { allowIncomplete: true })).toBe(6);
    expect(exitCode(report("failed", { staleKnownFailures: STALE }))).toBe(1);
  });

  it("speaks of leftovers only when all else is well", () => {
    expect(exitCode(report("passed", { changes: LEFT }))).toBe(7);
    expect(exitCode(report("incomplete", { changes: LEFT }), { allowIncomplete: true })).toBe(7);
    expect(exitCode(report("incomplete", { changes: LEFT }))).toBe(3);
    expect(exitCode(report("passed", { changes: LEFT, staleKnownFailures: STALE }))).toBe(6);
    expect(exitCode(report("passed", { changes: [{ operation: "x", id: "1", state: "removed" }] }))).toBe(0);
  });

  it("is never green if a record changed that no request addressed", () => {
    for (const outcome of ["passed", "incomplete"] as const)
      for (const allowIncomplete of [false, true])
        expect(exitCode(report(outcome, { changes: [...LEFT, ...DISTURBED] }), { allowIncomplete })).toBe(3);
    expect(exitCode(report("failed", { changes: DISTURBED }))).toBe(1);
    expect(exitCode(report("unreachable", { changes: DISTURBED }))).toBe(4);
    expect(exitCode(report("interrupted", { changes: DISTURBED }))).toBe(130);
  });

  it("documents every code once", () => {
    expect(EXIT_CODES.map(({ code }) => code)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 130]);
  });
});
