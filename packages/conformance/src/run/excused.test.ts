import type { Verdict } from "@plumbline/report";
import { expect, it } from "vitest";
import { printOf } from "../doctor/missing.ts";
import { aProbe, aWatch, checkOf, subjectOf } from "../plan/check.test-support.ts";
import type { Check } from "../plan/check.ts";
import { operationRule } from "../rule/operation-rule.ts";
import { testTarget } from "../target/target.test-support.ts";
import { excused } from "./excused.ts";
import { NeverServed } from "./never-served.ts";
import { watchedOf } from "./watched.test-support.ts";

const target = testTarget("http://127.0.0.1:1");
const [gone, there] = [subjectOf("createAlertConfig"), subjectOf("deleteAlertConfig")];
const neverServed = new NeverServed(target);
neverServed.see(watchedOf(gone, { status: 501 }));
neverServed.see(watchedOf(there, { status: 200 }));

const failed: Verdict = {
  check: "A-1@createAlertConfig/v2",
  requirement: "A-1",
  operation: "createAlertConfig",
  version: "v2",
  evidence: ["x1"],
  replay: "again",
  outcome: "fail",
  expected: "2xx",
  received: "501",
};
const ofCheck = (check: Check, verdict: Verdict = failed): Verdict => excused(verdict, check, target, neverServed);

it("a failure of an absent write becomes could-not-run and keeps its evidence", () => {
  const { outcome: _outcome, expected: _expected, received: _received, ...kept } = failed;
  expect(ofCheck(checkOf(aProbe("A-1"), gone))).toEqual({
    ...kept,
    outcome: "could-not-run",
    reason: expect.stringMatching(/^createAlertConfig does not seem to be there/),
  });
  const { operation: _operation, version: _version, replay: _replay, ...short } = failed;
  expect(Object.keys(ofCheck(checkOf(aProbe("A-1"), gone), short)).sort()).toEqual([
    "check",
    "evidence",
    "outcome",
    "reason",
    "requirement",
  ]);
});

it("a warning or flaky verdict of an absent write becomes could-not-run too", () => {
  const warned: Verdict = { ...failed, outcome: "warn" };
  const flaky: Verdict = { ...failed, outcome: "flaky", failed: 1, of: 2 };
  for (const verdict of [warned, flaky])
    expect(ofCheck(checkOf(aProbe("A-1"), gone), verdict).outcome).toBe("could-not-run");
});

it("the PARAMS rule of an absent operation says that it is absent", () => {
  const own = checkOf(aProbe(operationRule("createAlertConfig", "PARAMS")), gone);
  expect(ofCheck(own)).toEqual({
    ...failed,
    received: expect.stringMatching(/^501; createAlertConfig does not seem to be there/),
  });
});

it("invariants and inconclusive checks of an absent write get the same reason", () => {
  const stuck = {
    ...failed,
    outcome: "could-not-run",
    reason: "the target refused the valid request too (501)",
  } as const;
  const reasons = [ofCheck(checkOf(aWatch("A-1"), gone)), ofCheck(checkOf(aProbe("A-1"), gone), stuck)].map(
    (verdict) => "reason" in verdict && verdict.reason,
  );
  expect(reasons[0]).toMatch(/^createAlertConfig does not seem to be there/);
  expect(new Set(reasons).size).toBe(1);
  const unasked = { ...stuck, evidence: [], reason: "no key is known" };
  expect(ofCheck(checkOf(aProbe("A-1"), gone), unasked)).toBe(unasked);
});

it("every other verdict stays unchanged", () => {
  const passed: Verdict = { check: "A-1", requirement: "A-1", evidence: [], outcome: "pass" };
  expect(ofCheck(checkOf(aProbe("A-1"), gone), passed)).toBe(passed);
  expect(ofCheck(checkOf(aProbe("A-1"), there))).toBe(failed);
  expect(ofCheck(checkOf(aProbe("A-1")))).toBe(failed);
});

it("an invariant does not judge a read that always answers like an unknown path", () => {
  const [unseen, seen] = [subjectOf("getAuditing"), subjectOf("listAlertConfigs")];
  const nowhere = watchedOf(unseen, { status: 404 });
  const known = new NeverServed(target, new Map([[unseen.version, printOf(nowhere.exchange)]]));
  known.see(nowhere);
  known.see(watchedOf(seen, { status: 404 }));
  known.see(watchedOf(seen, { status: 200 }));
  const outcomeOf = (check: Check): string => excused(failed, check, target, known).outcome;
  expect(outcomeOf(checkOf(aWatch("A-1"), unseen))).toBe("could-not-run");
  expect(outcomeOf(checkOf(aProbe("A-1"), unseen))).toBe("fail");
  expect(outcomeOf(checkOf(aWatch("A-1"), seen))).toBe("fail");
});
