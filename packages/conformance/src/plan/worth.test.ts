import { isWriteId, type OperationId } from "@plumbline/schemas";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requirements } from "../requirements/requirements.ts";
import { sendsNothing } from "../rule/requirement.ts";
import { aProbe, aStory, checkOf, subjectOf } from "./check.test-support.ts";
import type { Check } from "./check.ts";
import { COSTS, NOTICED } from "./experience.ts";
import { byWorth, costOf } from "./worth.ts";

const reading = (id: string, operation: OperationId, change: Partial<Check> = {}): Check =>
  checkOf(aProbe(id), subjectOf(operation, "2"), { requests: 4, ...change });
const writing = (id: string, operation: OperationId): Check =>
  checkOf(aStory(id, { risk: "create" }), subjectOf(operation, "2"), { requests: 4, risk: "create" });
const idsOf = (checks: readonly Check[]): readonly string[] => byWorth(checks).map(({ id }) => id);

describe("byWorth", () => {
  it("puts every rule once before any rule twice", () => {
    const twice = ["listAlerts", "listClusters", "getAlert"] as const;
    const checks = ["A-1", "B-1", "C-1"].flatMap((rule) => twice.map((operation) => reading(rule, operation)));
    const rules = byWorth(checks).map(({ requirement }) => requirement.id);
    expect(new Set(rules.slice(0, 3))).toEqual(new Set(["A-1", "B-1", "C-1"]));
    // No operation comes twice before each came once.
    const operations = byWorth(checks).map(({ subject }) => subject?.operation.id);
    expect(new Set(operations.slice(0, 3))).toEqual(new Set(twice));
  });

  it("puts the other version of the same check last", () => {
    const older = checkOf(aProbe("A-1"), subjectOf("listAlerts", "1.0"), { requests: 4 });
    const checks = [reading("A-1", "listAlerts"), older, reading("A-1", "listClusters")];
    expect(idsOf(checks).at(-1)).toBe(older.id);
  });

  it("puts cheaper checks first, and a second write of the same operation before an expensive read", () => {
    const dear = reading("A-1", "listAlerts", { requests: 40 });
    expect(idsOf([dear, reading("B-1", "listAlerts")])).toEqual(["B-1@listAlerts/v2", "A-1@listAlerts/v2"]);
    const read = reading("C-1", "listAlerts", { requests: 120 });
    const checks = [writing("A-1", "updateAuditing"), writing("B-1", "updateAuditing"), read];
    expect(byWorth(checks).map(({ requirement }) => requirement.id)).toEqual(["A-1", "B-1", "C-1"]);
  });

  it("puts a check that detected a fault of the reference before one that detected none", () => {
    const rule = Object.entries(NOTICED).find(([, faults]) => Object.values(faults).includes("*"))?.[0] ?? "";
    const same = { requests: COSTS[rule] ?? 1 };
    const unknown = reading("A-1", "listAlerts", same);
    const known = reading(rule, "listAlerts", same);
    // If both may send the same number of requests, the one without a measurement counts as half of it.
    expect(costOf(unknown)).toBeLessThanOrEqual(costOf(known));
    expect(idsOf([unknown, known])).toEqual([known.id, unknown.id]);
  });

  it("contains every check that sends requests, once", () => {
    const drawn = fc.array(
      fc.tuple(
        fc.constantFrom("A-1", "A-2", "B-1"),
        fc.constantFrom<OperationId>("listAlerts", "createAlertConfig", "updateAuditing"),
        fc.nat(5),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(drawn, (all) => {
        const checks = all.map(([rule, operation, requests]) =>
          reading(rule, operation, { requests, risk: isWriteId(operation) ? "create" : "read" }),
        );
        const order = byWorth(checks);
        expect(new Set(order)).toEqual(new Set(checks.filter(({ requests }) => requests > 0)));
        expect(order).toHaveLength(new Set(order).size);
      }),
    );
  });
});

describe("the measurements", () => {
  const rules = new Map(requirements.map((requirement) => [requirement.id, requirement]));

  it("concern existing rules, and nearly all that send requests", () => {
    expect(Object.keys({ ...COSTS, ...NOTICED }).filter((id) => !rules.has(id))).toEqual([]);
    const sending = [...rules.values()].filter((requirement) => !sendsNothing(requirement)).map(({ id }) => id);
    const unmeasured = sending.filter((id) => COSTS[id] === undefined);
    expect(unmeasured.length / sending.length, `npm run worth measures ${unmeasured.join(", ")}`).toBeLessThan(0.1);
  });
});

describe("costOf", () => {
  it("is the measured cost, at most the check's maximum, plus the cost of cleanup", () => {
    const [rule = "", measured = 0] = Object.entries(COSTS).find(([, cost]) => cost > 2) ?? [];
    expect(costOf(reading(rule, "listAlerts", { requests: 100 }))).toBe(measured);
    expect(costOf(reading(rule, "listAlerts", { requests: 2 }))).toBe(2);
    expect(costOf(reading("A-1", "listAlerts", { requests: 10 }))).toBe(5);
    expect(costOf(writing("A-1", "createAlertConfig"))).toBeGreaterThan(costOf(reading("A-1", "listAlerts")));
  });
});
