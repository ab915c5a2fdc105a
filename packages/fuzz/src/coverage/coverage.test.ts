import { Memory } from "@plumbline/conformance";
import { bindContract, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import type { TestCase } from "../cases/test-case.ts";
import { coverageGap, coverageOf } from "./coverage.ts";
import { FuzzLog } from "./log.ts";
import { coverageRows } from "./rows.ts";

const contract = bindContract(neutral);
const world = {
  fixtures: { groupId: "32b6e34b3d91647abb20e7b8" },
  records: {},
  alertConfiguration: { eventTypeName: "X", notifications: [] },
  unbound: new Map(),
  callers: [],
  memory: new Memory(),
};
const testCase: TestCase = {
  id: "1",
  cell: "1",
  tier: "boundary",
  aim: "refused",
  operation: "listAlerts",
  version: "2",
  base: "plain",
  level: "MUST",
  name: "query/itemsPerPage:maximum+1",
  expected: "4xx",
  shows: { location: "query", pointer: "itemsPerPage", keyword: "maximum", side: "above" },
  call: {},
};

describe("coverageOf", () => {
  it("proves a cell by an answer, and gives a reason for every other cell", () => {
    const log = new FuzzLog();
    log.plan("C", "hash", [testCase]);
    const before = coverageOf(log, contract, world, ["2"]);
    log.add({ testCase, ruling: { verdict: "conforms", reason: "refused" }, status: 400 });
    const after = coverageOf(log, contract, world, ["2"]);
    expect([before.proven, after.proven]).toEqual([0, 1]);
    expect(after.total).toBeGreaterThan(1_000);
    for (const { verdict, why } of after.cells.filter((cell) => cell.verdict !== "conforms")) {
      expect(verdict).toBe("missing");
      expect(why).toBeTruthy();
    }
    expect(after.plans).toEqual({ C: "hash" });
  });

  it("warns about operations that were never reached", () => {
    const log = new FuzzLog();
    log.add({ testCase, ruling: { verdict: "conforms", reason: "refused" }, status: 404 });
    expect(coverageOf(log, contract, world, ["2"]).warnings).toEqual([
      "the run never reached listAlerts/v2: every answer was 404",
    ]);
  });

  it("an unspecified result does not overwrite a verdict", () => {
    const log = new FuzzLog();
    log.plan("C", "hash", [testCase]);
    log.add({ testCase, ruling: { verdict: "conforms", reason: "refused" }, status: 400 });
    log.add({ testCase, ruling: { verdict: "unspecified", reason: "limited" }, status: 429 });
    expect(coverageOf(log, contract, world, ["2"]).proven).toBe(1);
    log.add({ testCase, ruling: { verdict: "violates", reason: "invalid-accepted" }, status: 200 });
    expect(coverageOf(log, contract, world, ["2"]).cells.filter(({ verdict }) => verdict === "violates")).toHaveLength(
      1,
    );
  });

  it("has rows that together contain all cells", () => {
    const coverage = coverageOf(new FuzzLog(), contract, world, ["2"]);
    const rows = coverageRows(coverage);
    expect(rows.length).toBeLessThan(coverage.total);
    expect(rows.reduce((sum, { cells }) => sum + cells, 0)).toBe(coverage.total);
    expect(new Set(rows.map(({ side }) => side))).toEqual(new Set(["outside", "inside"]));
  });

  it("counts the selected cells, and each cell in exactly one shard", () => {
    const log = new FuzzLog();
    const whole = coverageOf(log, contract, world, ["2"]).total;
    const totals = [1, 2, 3].map((index) => coverageOf(log, contract, world, ["2"], { shard: { index, of: 3 } }).total);
    expect(totals.reduce((sum, total) => sum + total, 0)).toBe(whole);
    const { operations } = coverageOf(log, contract, world, ["2"], { operations: ["listAlerts"] });
    expect(operations.map(({ operation }) => operation)).toEqual(["listAlerts"]);
  });

  it("reports a gap below the required percentage", () => {
    const coverage = coverageOf(new FuzzLog(), contract, world, ["2"]);
    expect(coverageGap(coverage, 0)).toBeUndefined();
    expect(coverageGap(coverage, 50)).toContain("expected at least 50 %");
  });
});
