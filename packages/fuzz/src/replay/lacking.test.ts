import type { Risk } from "@plumbline/conformance";
import type { OperationId } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { FAILURE_FORMAT, type Failure } from "../failures/failure.ts";
import { SCENARIO_FORMAT, type Scenario } from "../stateful/scenario.ts";
import { lacking, risksOf } from "./lacking.ts";
import { worstPermitted } from "./worst-permitted.ts";

/** Only the members on which permissions depend. */
const failureOf = (operation: OperationId) => ({ format: FAILURE_FORMAT, testCase: { operation } }) as Failure;
const scenarioOf = (rule: Scenario["rule"]) => ({ format: SCENARIO_FORMAT, rule }) as Scenario;

describe("the permissions for a stored failure", () => {
  it.each<[OperationId, readonly Risk[]]>([
    ["listAlerts", ["read"]],
    ["createAlertConfig", ["create"]],
    ["updateAlertConfig", ["update", "create"]],
    ["updateSearchIndexById", ["update", "create"]],
    ["acknowledgeAlert", ["update"]],
    ["updateAuditing", ["update"]],
    ["takeSnapshot", ["costly", "irreversible"]],
    ["createCluster", ["irreversible", "costly"]],
    ["issueServiceToken", ["quota"]],
  ])("follow from the operation %s", (operation, risks) => {
    expect(risksOf(failureOf(operation))).toEqual(risks);
  });

  it("follow from the steps of a scenario, or the cost of a race", () => {
    expect(risksOf(scenarioOf("FUZZ-STATES"))).toEqual(["create", "update", "delete"]);
    expect(risksOf(scenarioOf("FUZZ-RACES"))).toEqual(["costly"]);
  });

  it("are named if missing, and do not block other failures", () => {
    const allow: ReadonlySet<Risk> = new Set(["read", "update"]);
    expect(lacking(failureOf("updateAlertConfig"), { allow })).toContain("--allow create");
    expect(lacking(failureOf("updateAuditing"), { allow })).toBeUndefined();
    const both = lacking(failureOf("createCluster"), { allow });
    expect(both).toMatch(/--allow irreversible .*; it also needs .*--allow costly/);
    const stored = [failureOf("listAlerts"), failureOf("updateAuditing"), failureOf("createCluster")];
    expect(worstPermitted(stored, { allow })).toBe("update");
    expect(worstPermitted(stored, { allow: new Set() })).toBe("read");
  });
});
