import { describe, expect, it } from "vitest";
import { operationRule } from "../rule/operation-rule.ts";
import type { Requirement } from "../rule/requirement.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import { aCampaign, aNotice, aProbe, aStory, aWatch, checkOf, subjectOf } from "./check.test-support.ts";
import type { Check } from "./check.ts";
import type { Selection } from "./selection.ts";
import { witnesses } from "./witnesses.ts";

const target = testTarget("http://127.0.0.1:1");
const [list, fields] = [subjectOf("listAlerts"), subjectOf("listMatcherFieldNames")];
const READS: readonly string[] = ["listAlerts", "listMatcherFieldNames"];
const onReads: Partial<Parameters<typeof aProbe>[1]> = { on: ({ operation }) => READS.includes(operation.id) };
const params = aProbe(operationRule("listAlerts", "PARAMS"), onReads);

const idsOf = (checks: readonly Check[], rules: readonly Requirement[], selection?: Selection): readonly string[] =>
  witnesses(checks, rules, target, emptyWorld(target), selection).map(({ id }) => id);

describe("witnesses, for an invariant", () => {
  it("are the PARAMS checks of its operations, in the same versions", () => {
    expect(idsOf([checkOf(aWatch("W-1"), list)], [params, aProbe("A-1")])).toEqual([`${params.id}@listAlerts/v2`]);
  });

  it("are the checks that the rule names, each once", () => {
    const rule = aWatch("W-1", { shownBy: ["A-1", "A-2"] });
    const checks = [checkOf(rule, list), checkOf(rule, fields), checkOf(aWatch("W-2", { shownBy: ["A-1"] }), list)];
    const rules = [params, aProbe("A-1", onReads), aProbe("A-2", onReads)];
    expect(idsOf(checks, rules)).toEqual([
      "A-1@listMatcherFieldNames/v2",
      "A-1@listAlerts/v2",
      "A-2@listMatcherFieldNames/v2",
      "A-2@listAlerts/v2",
    ]);
  });

  it("are checks of other operations if the named rule applies to none of the rule's own", () => {
    const rule = aWatch("W-1", { shownBy: ["A-1"] });
    const elsewhere = aStory("A-1", { on: ({ operation }) => operation.id === "listAlerts" });
    expect(idsOf([checkOf(rule, fields)], [elsewhere])).toEqual(["A-1@listAlerts/v1.0", "A-1@listAlerts/v2"]);
  });

  it("can be campaigns", () => {
    expect(idsOf([checkOf(aWatch("W-1", { shownBy: ["C-1"] }), list)], [aCampaign("C-1")])).toEqual(["C-1"]);
  });

  it("exclude checks that are planned anyway", () => {
    const rule = aWatch("W-1");
    expect(idsOf([checkOf(rule, list), checkOf(params, list)], [params])).toEqual([]);
  });

  it("are none for an obstructed invariant, or without an invariant", () => {
    const obstacle = { kind: "could-not-run", reason: "" } as const;
    const rule = aWatch("W-1", { shownBy: [params.id] });
    expect(idsOf([checkOf(rule, list, { obstacle })], [params])).toEqual([]);
    expect(idsOf([checkOf(aProbe("A-1"), list)], [params])).toEqual([]);
    expect(idsOf([checkOf(rule)], [params])).toEqual([]);
  });

  it("include those for notes on open points", () => {
    expect(idsOf([checkOf(aNotice("N-1"), list)], [params])).toEqual([`${params.id}@listAlerts/v2`]);
  });

  it("exclude checks without permission or with obstacles", () => {
    const rule = aWatch("W-1", { shownBy: ["A-1", "A-2"] });
    const allowed = aProbe("A-1", { ...onReads, risk: () => "create" });
    const inconclusive = aProbe("A-2", { ...onReads, needs: [{ kind: "fixture", name: "alertId" }] });
    const creating = testTarget("http://127.0.0.1:1", { allow: new Set(["read", "create"]) });
    const found = (selection: Selection): readonly string[] =>
      witnesses([checkOf(rule, list)], [allowed, inconclusive], creating, emptyWorld(creating), selection).map(
        ({ id }) => id,
      );
    expect(found({})).toEqual(["A-1@listAlerts/v2"]);
    expect(found({ risks: ["read"] })).toEqual([]);
  });

  it("follow the selected versions", () => {
    const rule = aWatch("W-1", { shownBy: ["A-1"] });
    const story = aStory("A-1", { on: ({ operation }) => operation.id === "listAlerts" });
    expect(idsOf([checkOf(rule, fields)], [story], { versions: ["1.0"] })).toEqual(["A-1@listAlerts/v1.0"]);
  });

  it("are computed once per named rule", () => {
    let asked = 0;
    const counted = aProbe("A-1", {
      on: ({ operation }) => {
        if (operation.id === "listAlerts") asked += 1;
        return false;
      },
    });
    const watching = ["W-1", "W-2", "W-3"].map((id) => checkOf(aWatch(id, { shownBy: ["A-1"] }), list));
    expect(idsOf(watching, [counted])).toEqual([]);
    expect(asked).toBe(2);
  });
});
