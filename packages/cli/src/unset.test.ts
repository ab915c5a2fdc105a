import { conduct, requirements, type Target } from "@plumbline/conformance";
import { startReference } from "@plumbline/reference";
import { expect, it } from "vitest";
import { targetOfReference } from "./targets/reference.ts";

/* Projects with an unset setting that a run could set, but not unset again. */
async function judged(variant: string | readonly string[], only: readonly string[], limits: Target["limits"] = {}) {
  const reference = await startReference({ variants: [variant].flat() });
  try {
    return await conduct(
      { ...targetOfReference(reference, []), limits },
      {
        requirements,
        selection: { only },
        command: "test",
        runId: "test",
        toolVersion: "0",
      },
    );
  } finally {
    await reference.close();
  }
}

it("a schedule that exports nothing is not made to, and what must be refused is asked for all the same", async () => {
  const { changes, verdicts } = await judged("bare-schedule", ["EXB-DELETE-GUARD", "SCH-KEPT", "SCH-TYPES-REJECT"], {
    createCluster: 0,
  });
  const outcomes = (id: string) =>
    verdicts.filter(({ requirement }) => requirement === id).map(({ outcome }) => outcome);
  expect(outcomes("SCH-KEPT")).toEqual(["pass", "pass"]);
  expect(new Set(outcomes("SCH-TYPES-REJECT"))).toEqual(new Set(["pass"]));
  const guard = verdicts.filter(({ requirement }) => requirement === "EXB-DELETE-GUARD");
  for (const verdict of guard)
    expect(verdict).toMatchObject({
      outcome: "could-not-run",
      reason: expect.stringContaining("export has no value now"),
    });
  expect(guard).toHaveLength(2);
  expect(changes.map(({ state }) => state)).not.toContain("left");
});

it.each([
  ["after the others", []],
  // The run's own cluster then counts once.
  ["before the others", ["lists-newest-first"]],
])("the schedule of a cluster that the run has made, listed %s, exports where no other does", async (_where, ways) => {
  const { changes, verdicts } = await judged(["bare-schedule", ...ways], ["EXB-DELETE-GUARD"]);
  const guard = verdicts.filter(({ requirement }) => requirement === "EXB-DELETE-GUARD");
  expect(guard.map(({ outcome }) => outcome)).toEqual(["pass", "pass"]);
  expect(changes.map(({ operation, state }) => `${operation} ${state}`)).toContain("createCluster stays");
  expect(changes.map(({ state }) => state)).not.toContain("left");
});

it("a policy where there was none is said to stay, once", async () => {
  const { changes, outcome } = await judged("no-policy", ["CMP-KEPT", "OP35-PARAMS"]);
  expect(outcome).toBe("passed");
  const policies = changes.filter(({ operation }) => operation === "updateBackupCompliancePolicy");
  expect(policies).toEqual([
    expect.objectContaining({ state: "stays", note: expect.stringContaining("no compliance policy") }),
  ]);
});
