import { describe, expect, it } from "vitest";
import { conclude } from "./conclude.ts";
import type { Outcome } from "./outcome.ts";
import type { Change, Verdict } from "./report.ts";
import { SAMPLE, statement } from "./sample.test-support.ts";
import { buildReport } from "./summarise.ts";

const PASS: Outcome = { outcome: "pass" };
const LACKS: Outcome = { outcome: "could-not-run", reason: "no key" };
const FAIL: Outcome = { outcome: "fail", expected: "4xx", received: "200" };

const verdict = (outcome: Outcome): Verdict => ({ check: "A@listAlerts", requirement: "A", evidence: [], ...outcome });
const changed = (state: Change["state"], operation = "deleteAlertConfig", id = "1"): Change => ({
  operation,
  id,
  state,
});

/** The conclusion of a run of one MUST with these changes. */
function conclusion(
  changes: readonly Change[],
  outcome: Outcome = PASS,
  rest: Partial<Parameters<typeof conclude>[0]> = {},
) {
  const verdicts = [verdict(outcome)];
  const { requirements } = buildReport({ ...SAMPLE, requirements: [statement("A")], verdicts, changes: [] });
  return conclude({ requirements, verdicts, changes, ...rest });
}

describe("a run beside whose requests something changed", () => {
  it("is incomplete although everything holds, and says how much and after what", () => {
    expect(conclusion([changed("disturbed")])).toEqual({
      outcome: "incomplete",
      reason:
        "1 record changed or vanished after deleteAlertConfig, which did not address it: the view Safety names it and the requests.",
    });
    const several = [
      changed("disturbed"),
      changed("disturbed", "updateCluster"),
      changed("disturbed", "updateCluster", "2"),
    ];
    expect(conclusion(several).reason).toBe(
      "3 records changed or vanished after deleteAlertConfig, updateCluster, which did not address them: the view Safety names them and the requests.",
    );
  });

  it("says that before what could not run, and after what is broken or kept it from its end", () => {
    const changes = [changed("disturbed")];
    expect(conclusion(changes, LACKS).reason).toMatch(/^1 record changed or vanished/);
    expect(conclusion(changes, FAIL)).toMatchObject({ outcome: "failed" });
    expect(conclusion(changes, PASS, { unreachable: "ECONNREFUSED" })).toMatchObject({ outcome: "unreachable" });
    expect(conclusion(changes, PASS, { interrupted: true })).toMatchObject({ outcome: "interrupted" });
  });

  it("is none where what was made or changed is removed, restored, left or stays", () => {
    const changes = (["removed", "restored", "left", "stays"] as const).map((state) => changed(state));
    expect(conclusion(changes)).toMatchObject({ outcome: "passed" });
    expect(conclusion(changes, LACKS).reason).toMatch(/^1 MUST requirement could not run/);
    const { changes: _none, ...without } = { requirements: [], verdicts: [], changes };
    expect(conclude(without)).toMatchObject({ outcome: "passed" });
  });
});

describe("what the target file says is not to be examined", () => {
  const unexamined = ["the run did not test authentication: the target file says that there is none", "it skips A-1"];

  it.each<[Outcome, string]>([
    [PASS, "Every MUST requirement that applies to this target holds"],
    [LACKS, "1 MUST requirement could not run; most lack: no key"],
    [FAIL, "1 MUST requirement is broken in 1 check; the first is A"],
  ])("stands in the sentence of the run: %j", (outcome, said) => {
    expect(conclusion([], outcome, { unexamined }).reason).toBe(`${said}; ${unexamined.join("; ")}.`);
  });

  it("comes from the target of the report", () => {
    const target = { ...SAMPLE.target, unexamined };
    const input = { ...SAMPLE, target, requirements: [statement("A")], verdicts: [verdict(PASS)], changes: [] };
    expect(buildReport(input).reason).toContain(unexamined[0]);
  });
});
