import { describe, expect, it } from "vitest";
import { broken, inconclusive, mild, notApplicable, nothingToAsk, observed, upheld } from "../ground/judgement.ts";
import { aNotice, aWatch } from "../plan/check.test-support.ts";
import { type Decided, decide, decideWatch } from "./decide.ts";
import type { WatchCount } from "./watch-counts.ts";

const one = (judgement: Decided["judgement"], level: Decided["level"] = "MUST", name = "a"): Decided => ({
  name,
  level,
  judgement,
});
const bad = broken("200", "404");

describe("decide", () => {
  it("passes only if every case holds and none was left out", () => {
    expect(decide([one(upheld), one(upheld)], [], false)).toEqual({ outcome: "pass" });
    expect(decide([one(upheld)], ["b: no key"], false)).toMatchObject({ outcome: "could-not-run" });
    expect(decide([one(upheld)], ["b: it knows no roles"], true)).toEqual({ outcome: "pass" });
  });

  it("puts a broken MUST before everything else and names the other broken cases", () => {
    const outcome = decide(
      [one(inconclusive("x")), one(bad, "SHOULD"), one(bad, "MUST", "b"), one(bad, "MUST", "c")],
      [],
      false,
    );
    expect(outcome).toEqual({ outcome: "fail", expected: "200", received: "404 (the same check also fails for: c)" });
  });

  it("warns for a broken SHOULD, even if another case is inconclusive", () => {
    expect(decide([one(bad, "SHOULD"), one(inconclusive("x"))], [], false)).toMatchObject({ outcome: "warn" });
  });

  it("warns if the judgement is milder than its rule, but never raises an observation", () => {
    expect(decide([one(mild(bad))], [], false)).toMatchObject({ outcome: "warn" });
    expect(decide([one(mild(bad)), one(bad)], [], false)).toMatchObject({ outcome: "fail" });
    expect(decide([one(mild(bad), "UNSPECIFIED")], [], false)).toMatchObject({ outcome: "observed" });
    expect(mild(upheld)).toBe(upheld);
  });

  it("is could-not-run if a case is inconclusive", () => {
    expect(decide([one(upheld), one(inconclusive("no twin"))], [], false)).toEqual({
      outcome: "could-not-run",
      reason: "no twin",
    });
  });

  it("is not-applicable if a case had nothing to ask, but a failure or could-not-run takes precedence", () => {
    const outcome = { outcome: "not-applicable", reason: "few records" };
    expect(decide([one(upheld), one(nothingToAsk("few records"))], [], false)).toEqual(outcome);
    expect(decide([one(inconclusive("x")), one(nothingToAsk("few records"))], [], false)).toMatchObject({
      outcome: "could-not-run",
    });
    expect(decide([one(bad), one(nothingToAsk("few records"))], [], false)).toMatchObject({ outcome: "fail" });
  });

  it("ignores cases that need an absent operation, and is not-applicable if there are no others", () => {
    const lacking = notApplicable("it needs listAlerts, which the target does not offer");
    expect(
      decide(
        [lacking, lacking].map((judgement) => one(judgement)),
        [],
        false,
      ),
    ).toEqual({
      outcome: "not-applicable",
      reason: lacking.kind === "not-applicable" ? lacking.reason : "",
    });
    expect(decide([one(upheld), one(lacking)], [], false)).toEqual({ outcome: "pass" });
    expect(decide([one(bad), one(lacking)], [], false)).toMatchObject({ outcome: "fail" });
    expect(decide([one(inconclusive("x")), one(lacking)], [], false)).toMatchObject({ outcome: "could-not-run" });
  });

  it("passes if another case holds, or if there are no cases", () => {
    const lacking = notApplicable("no listAlerts");
    expect(decide([one(lacking), one(upheld)], [], false)).toEqual({ outcome: "pass" });
    expect(decide([], [], false)).toEqual({ outcome: "pass" });
  });

  it("is could-not-run if cases were left out, even if the others had nothing to ask", () => {
    const outcome = decide([one(nothingToAsk("few records"))], ["b: no key"], false);
    expect(outcome).toEqual({
      outcome: "could-not-run",
      reason: "1 cases hold, 1 could not run: b: no key",
    });
  });

  it("names each of the other broken cases, and none if there is only one", () => {
    expect(decide([one(bad)], [], false)).toEqual({ outcome: "fail", expected: "200", received: "404" });
    const received = "404 (the same check also fails for: b, c)";
    const all = ["a", "b", "c"].map((name) => one(bad, "MUST", name));
    expect(decide(all, [], false)).toMatchObject({ received });
  });

  it("gives the first of several reasons and counts the others", () => {
    const reasons = ["x", "y", "x", "z"].map((reason) => one(inconclusive(reason)));
    expect(decide(reasons, [], false)).toEqual({ outcome: "could-not-run", reason: "x (and 2 more)" });
  });

  it("observes a broken UNSPECIFIED rule, and never fails it", () => {
    expect(decide([one(bad, "UNSPECIFIED"), one(observed("404"), "MAY")], [], false)).toEqual({
      outcome: "observed",
      note: "a: 404; 404",
    });
  });
});

describe("decideWatch", () => {
  const rule = (level: Decided["level"]) => ({ requirement: aWatch("A-1", { level }) });
  const shown = (judgement: Decided["judgement"], change: Partial<WatchCount> = {}): WatchCount => ({
    seen: 1,
    broken: 1,
    first: { judgement, evidence: "x1" },
    notes: new Map(),
    ...change,
  });

  it("warns if the judgement is milder than the rule", () => {
    expect(decideWatch(rule("MUST"), shown(bad))).toEqual({ outcome: "fail", expected: "200", received: "404" });
    expect(decideWatch(rule("MUST"), shown(mild(bad)))).toEqual({ outcome: "warn", expected: "200", received: "404" });
    for (const level of ["MAY", "UNSPECIFIED"] as const)
      expect(decideWatch(rule(level), shown(mild(bad)))).toEqual({ outcome: "observed", note: "404" });
  });

  it("states how many answers break the rule if there are several", () => {
    const received = "404 (2 of 7 answers)";
    expect(decideWatch(rule("MUST"), shown(bad, { seen: 7, broken: 2 }))).toMatchObject({ received });
  });

  it("passes if no answer broke the rule, and decides nothing without answers", () => {
    const none: WatchCount = { seen: 0, broken: 0, notes: new Map() };
    expect(decideWatch(rule("MUST"), { ...none, seen: 1 })).toEqual({ outcome: "pass" });
    for (const count of [undefined, none]) expect(decideWatch(rule("MUST"), count)).toBeUndefined();
  });

  it("observes a note, and is could-not-run if no answer decided anything", () => {
    expect(decideWatch(rule("MUST"), shown(observed("so")))).toEqual({ outcome: "observed", note: "so" });
    expect(decideWatch(rule("MUST"), shown(inconclusive("no key")))).toEqual({
      outcome: "could-not-run",
      reason: "no key",
    });
    expect(decideWatch(rule("MUST"), shown(nothingToAsk("few")))).toEqual({
      outcome: "could-not-run",
      reason: "nothing was decided",
    });
  });

  it("joins all notes of an open point in one order", () => {
    const notes = new Map([
      ["b", "x1"],
      ["a", "x2"],
    ]);
    const outcome = decideWatch({ requirement: aNotice("A-1") }, { seen: 2, broken: 0, notes });
    expect(outcome).toEqual({ outcome: "observed", note: "a; b" });
  });
});
