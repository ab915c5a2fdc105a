import { expect, it } from "vitest";
import { aProbe, checkOf, subjectOf } from "../plan/check.test-support.ts";
import { verdictOf } from "./verdict-of.ts";

it("says which rule, which operation and which version, with what shows it", () => {
  const check = checkOf(aProbe("A-1"), subjectOf("listAlerts"));
  expect(verdictOf(check, { outcome: "pass" }, ["x1", "x2"], {})).toEqual({
    check: "A-1@listAlerts/v2",
    requirement: "A-1",
    operation: "listAlerts",
    version: "v2",
    evidence: ["x1", "x2"],
    outcome: "pass",
  });
  expect(verdictOf(checkOf(aProbe("A-1")), { outcome: "pass" }, [], {})).toEqual({
    check: "A-1",
    requirement: "A-1",
    evidence: [],
    outcome: "pass",
  });
});

it("says how to repeat it, with the check that asked", () => {
  const replay = (...checks: readonly (string | undefined)[]): string => checks.join(" along with ");
  const check = checkOf(aProbe("A-1"));
  expect(verdictOf(check, { outcome: "pass" }, [], { replay }, "B-1").replay).toBe("A-1 along with B-1");
});
