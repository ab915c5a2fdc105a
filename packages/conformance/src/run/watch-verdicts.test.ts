import { UNSEEN_ANYWHERE, type Verdict } from "@plumbline/report";
import { describe, expect, it } from "vitest";
import { broken } from "../ground/judgement.ts";
import type { Subject } from "../ground/subject.ts";
import { aNotice, aProbe, aWatch, checkOf, subjectOf } from "../plan/check.test-support.ts";
import type { Check } from "../plan/check.ts";
import type { NoticeRequirement, WatchRequirement } from "../rule/requirement.ts";
import { testTarget } from "../target/target.test-support.ts";
import type { Target } from "../target/target.ts";
import { WatchCounts } from "./watch-counts.ts";
import { watchVerdicts } from "./watch-verdicts.ts";
import { watchedOf } from "./watched.test-support.ts";

const [list, get] = [subjectOf("listAlerts"), subjectOf("getAlert")];
const bad = broken("200", "404");

interface Scene {
  /** Operations for which this check got an answer. */
  readonly seen?: readonly Subject[];
  readonly asker?: string;
  readonly target?: Partial<Target>;
  /** The verdicts of all other checks. */
  readonly others?: readonly Verdict[];
}

function verdictsOf(checks: readonly Check[], { seen = [], asker = "A-1", target, others = [] }: Scene = {}) {
  const rules = [...new Set(checks.map(({ requirement }) => requirement))];
  const counts = new WatchCounts(
    rules.filter((rule): rule is WatchRequirement => rule.kind === "watch"),
    rules.filter((rule): rule is NoticeRequirement => rule.kind === "silent"),
    { keep: () => undefined, shown: (note) => note },
  );
  for (const subject of seen) counts.look(watchedOf(subject, { check: asker }));
  const replay = (...ids: readonly (string | undefined)[]): string => ids.filter(Boolean).join(" + ");
  const own = testTarget("http://127.0.0.1:1", target);
  return watchVerdicts(checks, counts, own, { jobs: 1, replay }, others);
}
const notApplicable = ({ operation: { id }, version }: Subject, reason: string): Verdict => ({
  check: "A-1",
  requirement: "A-1",
  operation: id,
  version: `v${version}`,
  evidence: [],
  outcome: "not-applicable",
  reason,
});

describe("watchVerdicts, for a rule with answers", () => {
  it("reports the rule for each operation, with an answer as evidence", () => {
    const rule = aWatch("W-1");
    expect(verdictsOf([checkOf(rule, list), checkOf(rule, get)], { seen: [list, get] })).toMatchObject([
      { check: "W-1@listAlerts/v2", outcome: "pass", evidence: ["x1"], replay: "W-1@listAlerts/v2" },
      { check: "W-1@getAlert/v2", outcome: "pass", evidence: ["x1"] },
    ]);
  });

  it("names the check that received the broken answer", () => {
    const checks = [checkOf(aWatch("W-1", { examine: () => bad }), list)];
    expect(verdictsOf(checks, { seen: [list] })).toMatchObject([
      { outcome: "fail", evidence: ["x1"], replay: "W-1@listAlerts/v2 + A-1" },
    ]);
  });

  it("reports the notes of an open point", () => {
    const rule = { ...aNotice("N-1"), notice: () => "it says so" };
    expect(verdictsOf([checkOf(rule, list)], { seen: [list] })).toMatchObject([
      { outcome: "observed", note: "it says so", evidence: ["x1"] },
    ]);
  });

  it("skips obstructed rules and probes", () => {
    const obstacle = { kind: "could-not-run", reason: "" } as const;
    expect(verdictsOf([checkOf(aWatch("W-1"), list, { obstacle }), checkOf(aProbe("A-1"), list)])).toEqual([]);
  });
});

describe("watchVerdicts, for a rule without answers", () => {
  it("reports an invariant once, and not at all if any operation showed it", () => {
    const rule = aWatch("W-1");
    const checks = [checkOf(rule, list), checkOf(rule, get)];
    expect(verdictsOf(checks)).toEqual([
      {
        check: "W-1@listAlerts/v2",
        requirement: "W-1",
        operation: "listAlerts",
        version: "v2",
        evidence: [],
        replay: "W-1@listAlerts/v2",
        outcome: "could-not-run",
        reason: UNSEEN_ANYWHERE,
      },
    ]);
    expect(verdictsOf(checks, { seen: [get] })).toMatchObject([{ check: "W-1@getAlert/v2", outcome: "pass" }]);
  });

  it("reports every operation if the rule applies to each", () => {
    const rule = aWatch("W-1", { each: true });
    const checks = [checkOf(rule, list), checkOf(rule, get)];
    expect(verdictsOf(checks, { seen: [get] })).toMatchObject([
      { check: "W-1@getAlert/v2", outcome: "pass" },
      {
        check: "W-1@listAlerts/v2",
        outcome: "could-not-run",
        reason: "no answer of this operation in this run shows it",
      },
    ]);
  });

  it("leaves the report to the shard that owns the check", () => {
    const [all, each] = [aWatch("W-1"), aWatch("W-2", { each: true })];
    const visiting = [all, each].map((rule) => checkOf(rule, list, { visiting: true }));
    expect(verdictsOf(visiting)).toEqual([]);
    expect(verdictsOf([...visiting, checkOf(each, get)])).toMatchObject([{ check: "W-2@getAlert/v2" }]);
    expect(verdictsOf(visiting, { seen: [list] })).toHaveLength(2);
  });

  it("is not-applicable for a mock, an open point, or a conditional rule", () => {
    const unseen = { outcome: "not-applicable", reason: UNSEEN_ANYWHERE };
    expect(verdictsOf([checkOf(aWatch("W-1"), list)], { target: { mock: true } })).toMatchObject([unseen]);
    expect(verdictsOf([checkOf(aNotice("N-1"), list)])).toMatchObject([unseen]);
    expect(verdictsOf([checkOf(aWatch("W-1", { conditional: true }), list)])).toMatchObject([unseen]);
  });

  it("is not-applicable if the target does not offer an operation that the rule needs", () => {
    const checks = [checkOf(aWatch("W-1", { madeBy: ["listAlerts", "createAlertConfig"] }), list)];
    const { contract } = testTarget("http://127.0.0.1:1");
    const without: Target["contract"] = {
      ...contract,
      operation: (id, version) => {
        const operation = contract.operation(id, version);
        return id === "createAlertConfig" ? { ...operation, routes: [] } : operation;
      },
    };
    expect(verdictsOf(checks)).toMatchObject([{ outcome: "could-not-run", reason: UNSEEN_ANYWHERE }]);
    expect(verdictsOf(checks, { target: { contract: without } })).toMatchObject([
      { outcome: "not-applicable", reason: "the check needs createAlertConfig, which the target does not offer" },
    ]);
  });
});

describe("watchVerdicts, for an operation to which no check applies", () => {
  it("is not-applicable, with the reason of those checks", () => {
    const checks = [checkOf(aWatch("W-1", { each: true }), list)];
    expect(verdictsOf(checks, { others: [notApplicable(list, "a mock keeps no records")] })).toMatchObject([
      { outcome: "not-applicable", reason: "a mock keeps no records" },
    ]);
  });

  it("is could-not-run if one check applies, or if they concern another version", () => {
    const checks = [checkOf(aWatch("W-1", { each: true }), list)];
    const passed: Verdict = { ...notApplicable(list, ""), outcome: "pass" };
    const none = notApplicable(list, "none");
    for (const others of [[none, passed], [passed, none], [notApplicable(subjectOf("listAlerts", "1.0"), "none")]])
      expect(verdictsOf(checks, { others })).toMatchObject([{ outcome: "could-not-run" }]);
  });

  it("an invariant names an applicable operation if there is one", () => {
    const rule = aWatch("W-1");
    const checks = [checkOf(rule, list), checkOf(rule, get)];
    const others = [notApplicable(list, "none")];
    expect(verdictsOf(checks, { others })).toMatchObject([{ check: "W-1@getAlert/v2", outcome: "could-not-run" }]);
    expect(verdictsOf([checkOf(rule, list)], { others })).toMatchObject([
      { check: "W-1@listAlerts/v2", outcome: "not-applicable", reason: "none" },
    ]);
  });
});
