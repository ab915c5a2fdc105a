import { describe, expect, it } from "vitest";
import { broken, inapplicable, mild, moot, observed, unable, upheld } from "../rule/judgement.ts";
import { watch } from "../rule/requirement.ts";
import { type Decided, decide, decideWatch } from "./decide.ts";

const one = (judgement: Decided["judgement"], level: Decided["level"] = "MUST", name = "a"): Decided => ({
  name,
  level,
  judgement,
});
const bad = broken("200", "404");

describe("deciding a check from its cases", () => {
  it("passes only when every case holds and none was left out", () => {
    expect(decide([one(upheld), one(upheld)], [], false)).toEqual({ outcome: "pass" });
    expect(decide([one(upheld)], ["b: no key"], false)).toMatchObject({ outcome: "could-not-run" });
    expect(decide([one(upheld)], ["b: it knows no roles"], true)).toEqual({ outcome: "pass" });
  });

  it("puts a broken MUST before everything else and names the other broken cases", () => {
    const outcome = decide(
      [one(unable("x")), one(bad, "SHOULD"), one(bad, "MUST", "b"), one(bad, "MUST", "c")],
      [],
      false,
    );
    expect(outcome).toEqual({ outcome: "fail", expected: "200", received: "404 (the same check also fails for: c)" });
  });

  it("warns for a broken SHOULD, also when something else could not be asked", () => {
    expect(decide([one(bad, "SHOULD"), one(unable("x"))], [], false)).toMatchObject({ outcome: "warn" });
  });

  it("warns where what is broken weighs less than its rule, and makes no note weigh more", () => {
    expect(decide([one(mild(bad))], [], false)).toMatchObject({ outcome: "warn" });
    expect(decide([one(mild(bad)), one(bad)], [], false)).toMatchObject({ outcome: "fail" });
    expect(decide([one(mild(bad), "UNSPECIFIED")], [], false)).toMatchObject({ outcome: "observed" });
    expect(mild(upheld)).toBe(upheld);
  });

  it("is never green when a case could not be asked", () => {
    expect(decide([one(upheld), one(unable("no twin"))], [], false)).toEqual({
      outcome: "could-not-run",
      reason: "no twin",
    });
  });

  it("is no pass where a question was moot, and no less than what else it lacks", () => {
    const outcome = { outcome: "not-applicable", reason: "few records" };
    expect(decide([one(upheld), one(moot("few records"))], [], false)).toEqual(outcome);
    expect(decide([one(unable("x")), one(moot("few records"))], [], false)).toMatchObject({ outcome: "could-not-run" });
    expect(decide([one(bad), one(moot("few records"))], [], false)).toMatchObject({ outcome: "fail" });
  });

  it("leaves out what the target does not offer, and does not apply where that is all", () => {
    const lacking = inapplicable("it needs listAlerts, which the target does not offer");
    expect(
      decide(
        [lacking, lacking].map((judgement) => one(judgement)),
        [],
        false,
      ),
    ).toEqual({
      outcome: "not-applicable",
      reason: lacking.kind === "inapplicable" ? lacking.reason : "",
    });
    expect(decide([one(upheld), one(lacking)], [], false)).toEqual({ outcome: "pass" });
    expect(decide([one(bad), one(lacking)], [], false)).toMatchObject({ outcome: "fail" });
    expect(decide([one(unable("x")), one(lacking)], [], false)).toMatchObject({ outcome: "could-not-run" });
  });

  it("can never fail a target for what is open", () => {
    expect(decide([one(bad, "UNSPECIFIED"), one(observed("404"), "MAY")], [], false)).toEqual({
      outcome: "observed",
      note: "a: 404; 404",
    });
  });
});

describe("deciding a rule about all answers", () => {
  const rule = (level: "MUST" | "UNSPECIFIED") =>
    watch({ id: "A", level, basis: "stated", text: "", section: "", on: () => true, examine: () => upheld });
  const shown = (judgement: Decided["judgement"]) => ({
    seen: 1,
    broken: 1,
    first: { judgement, evidence: "x1" },
    notes: new Map<string, string>(),
  });

  it("warns where what is broken weighs less than the rule", () => {
    expect(decideWatch({ requirement: rule("MUST") }, shown(bad))).toMatchObject({ outcome: "fail" });
    expect(decideWatch({ requirement: rule("MUST") }, shown(mild(bad)))).toMatchObject({ outcome: "warn" });
    expect(decideWatch({ requirement: rule("UNSPECIFIED") }, shown(mild(bad)))).toMatchObject({ outcome: "observed" });
  });
});
