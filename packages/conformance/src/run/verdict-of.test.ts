import { expect, it } from "vitest";
import { aProbe, checkOf, subjectOf } from "../plan/check.test-support.ts";
import { verdictOf } from "./verdict-of.ts";

it("verdictOf names rule, operation, version and evidence", () => {
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

it("verdictOf gives the replay command, including the check that sent the request", () => {
  const replay = (...checks: readonly (string | undefined)[]): string => checks.join(" along with ");
  const check = checkOf(aProbe("A-1"));
  expect(verdictOf(check, { outcome: "pass" }, [], { replay }, "B-1").replay).toBe("A-1 along with B-1");
});
