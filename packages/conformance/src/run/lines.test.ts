import type { OperationId } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { RISKS } from "../ground/risk.ts";
import { aProbe, aStory, checkOf, subjectOf } from "../plan/check.test-support.ts";
import type { Check } from "../plan/check.ts";
import { plan } from "../plan/plan.ts";
import { requirements } from "../requirements/requirements.ts";
import type { StoryRequirement } from "../rule/requirement.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import { laneOf, linesOf, phasesOf } from "./lines.ts";

const id = "32b6e34b3d91647abb20e7b8";
const key = { scheme: "digest", label: "x", username: "x", password: "y" } as const;
const target = testTarget("http://127.0.0.1:1", {
  allow: new Set(RISKS),
  credentials: { main: key, noRole: key, serviceAccount: { clientId: "a", clientSecret: "b" } },
});
const fixtures = { groupId: id, orgId: id, clusterName: "Cluster0", snapshotId: id };
const checks = plan(requirements, target, { ...emptyWorld(target), fixtures });
const lines = linesOf(checks, false);
const idsOf = (lane: string): readonly string[] =>
  lines.find((line) => line.lane === lane)?.checks.map((check) => check.id) ?? [];

it("linesOf takes every check of a slow lane out of the stages, and no other", () => {
  expect(lines.map(({ lane }) => lane).sort()).toEqual(["backup", "migration", "outage", "token"]);
  for (const { lane, checks: own } of lines) {
    expect(new Set(own.map(laneOf))).toEqual(new Set([lane]));
    const able = checks.filter((check) => laneOf(check) === lane && check.obstacle === undefined);
    expect(own).toHaveLength(able.filter(({ stage }) => lane === "token" || stage !== "read").length);
  }
});

it("linesOf sends at most ten token requests before the limit checks, and the rest after them", () => {
  const own = lines.find(({ lane }) => lane === "token")?.checks ?? [];
  const limit = own.findIndex(({ risk }) => risk === "quota");
  const sum = (part: typeof own): number => part.reduce((all, { requests }) => all + requests, 0);
  expect(sum(own.slice(0, limit))).toBeGreaterThan(0);
  expect(sum(own.slice(0, limit))).toBeLessThanOrEqual(10);
  expect(own.slice(limit + 2).length).toBeGreaterThan(0);
});

it("linesOf leaves the token endpoint to its stage if the target's clock can be moved", () => {
  expect(linesOf(checks, true).map(({ lane }) => lane)).not.toContain("token");
});

it("linesOf orders the stories of a lane by life cycle, one version after the other", () => {
  const outages = idsOf("outage");
  const before = (one: string, other: string): void =>
    expect([one, other].map((name) => outages.indexOf(name))).toEqual(
      [one, other].map((name) => outages.indexOf(name)).sort((a, b) => a - b),
    );
  before("OUT-START@startOutageSimulation/v1.0", "OUT-GET@getOutageSimulation/v1.0");
  before("OUT-GET@getOutageSimulation/v1.0", "OUT-END@endOutageSimulation/v1.0");
  before("OUT-END@endOutageSimulation/v1.0", "OUT-NONEMPTY@startOutageSimulation/v1.0");
  before("OUT-NONEMPTY@startOutageSimulation/v1.0", "AUTH-DIGEST-REQUIRED-WRITES@startOutageSimulation/v1.0");
  before("OP65-PARAMS@startOutageSimulation/v1.0", "AUTH-DIGEST-REQUIRED-WRITES@endOutageSimulation/v1.0");
  before("AUTH-DIGEST-REQUIRED-WRITES@endOutageSimulation/v1.0", "OP67-PARAMS@endOutageSimulation/v1.0");
  before("OP67-PARAMS@endOutageSimulation/v1.0", "OUT-START@startOutageSimulation/v2");
  expect(outages).not.toContain("");
});

it("linesOf ends each lane with the late checks", () => {
  for (const { lane, checks: own } of lines.filter((line) => line.lane !== "token")) {
    const late = own.map(({ requirement }) => requirement.kind === "story" && requirement.late === true);
    expect(late.indexOf(true), lane).toBeGreaterThan(0);
    expect(late.slice(late.indexOf(true)), lane).not.toContain(false);
  }
});

it("linesOf begins a lane with the checks that show whether it can be undone", () => {
  const early = checks.filter(({ requirement }) => requirement.kind === "story" && requirement.early === true);
  const own = early
    .filter((check) => laneOf(check) === "backup" && check.obstacle === undefined)
    .toSorted((one, other) => (one.subject?.version ?? "").localeCompare(other.subject?.version ?? ""))
    .map(({ id }) => id);
  expect(own.length).toBeGreaterThan(0);
  expect(idsOf("backup").slice(0, own.length)).toEqual(own);
});

describe("laneOf", () => {
  it("is the lane of the story, or else of the write that it is about", () => {
    expect(laneOf(checkOf(aStory("A-1", { lane: "link" }), subjectOf("updateAuditing")))).toBe("link");
    expect(laneOf(checkOf(aStory("A-1"), subjectOf("updateAuditing")))).toBe("auditing");
    expect(laneOf(checkOf(aStory("A-1"), subjectOf("listAlerts")))).toBeUndefined();
    expect(laneOf(checkOf(aStory("A-1")))).toBeUndefined();
  });

  it("is the lane that a probe states, and the token lane for the token endpoint", () => {
    const token = subjectOf("issueServiceToken", "standalone");
    expect(laneOf(checkOf(aProbe("A-1", { lane: "link" }), token))).toBe("link");
    expect(laneOf(checkOf(aProbe("A-1"), token))).toBe("token");
    expect(laneOf(checkOf(aProbe("A-1"), subjectOf("updateAuditing")))).toBeUndefined();
    expect(laneOf(checkOf(aProbe("A-1")))).toBeUndefined();
  });
});

describe("linesOf, for a line", () => {
  const token = subjectOf("issueServiceToken", "standalone");
  const of = (id: string, operation: OperationId, change: Partial<Check> = {}, rule: Partial<StoryRequirement> = {}) =>
    checkOf(aStory(id, rule), subjectOf(operation), change);
  const shown = (own: readonly Check[], movesClock = false) =>
    linesOf(own, movesClock).map((line) => [
      line.lane,
      line.from,
      line.checks.map(({ requirement }) => requirement.id),
    ]);

  it("starts it with the refused reads, and the token line with the reads", () => {
    const own = [of("A-1", "startOutageSimulation"), checkOf(aProbe("A-2"), token)];
    expect(shown(own)).toEqual([
      ["outage", "refused-reads", ["A-1"]],
      ["token", "read", ["A-2"]],
    ]);
    expect(shown(own, true)).toEqual([["outage", "refused-reads", ["A-1"]]]);
  });

  it("omits quick, obstructed and read-only checks", () => {
    const obstacle = { kind: "could-not-run", reason: "" } as const;
    const own = [
      of("A-1", "updateAuditing"),
      of("A-1", "listAlerts"),
      of("A-1", "startOutageSimulation", { obstacle }),
      of("A-1", "startOutageSimulation", { stage: "read" }),
    ];
    expect(shown(own)).toEqual([]);
  });

  it("orders each lane: early checks, then its own rules, then the others by operation", () => {
    for (const [lane, first, second] of [
      ["outage", "startOutageSimulation", "endOutageSimulation"],
      ["backup", "takeSnapshot", "deleteSnapshot"],
    ] as const) {
      const own = [
        of("OP65-PARAMS", second),
        of("ERR-A", second),
        of("OP65-PARAMS", first),
        of("GEN-A", first),
        of("AUTH-A", first),
        of("ROLE-A", second, { stage: "refused-writes" }, { stage: "refused-writes" }),
        of("RULE-B", second),
        of("RULE-A", first),
        of("EARLY-A", first, {}, { early: true, lane }),
      ];
      expect(linesOf(own, false)[0]?.checks.map(({ requirement }) => requirement.id)).toEqual([
        "EARLY-A",
        "RULE-B",
        "RULE-A",
        "ROLE-A",
        "GEN-A",
        "AUTH-A",
        "OP65-PARAMS",
        "ERR-A",
        "OP65-PARAMS",
      ]);
    }
  });

  it("finishes one version before the next, whatever the rules are", () => {
    const in1 = checkOf(aStory("OP65-PARAMS"), subjectOf("createMigration", "1.0"));
    const migrating = [
      of("RULE-A", "cutOverMigration"),
      { ...in1, requirement: aStory("AUTH-A", { lane: "migration" }) },
    ];
    expect(linesOf(migrating, false)[0]?.checks.map(({ subject }) => subject?.version)).toEqual(["1.0", "2"]);
  });

  it("puts the limit checks after ten other token requests", () => {
    const asking = (id: string, requests: number, risk: Check["risk"] = "read") =>
      checkOf(aProbe(id), token, { requests, risk });
    const own = [asking("L-1", 1, "quota"), asking("A-1", 6), asking("A-2", 4), asking("A-3", 1)];
    const [line] = linesOf(own, false);
    expect(line?.checks.map(({ requirement }) => requirement.id)).toEqual(["A-1", "A-2", "L-1", "A-3"]);
  });
});

it("phasesOf divides the backup lane into strands, and gives the compliance policy the whole lane", () => {
  const line = lines.find(({ lane }) => lane === "backup") ?? expect.fail("the plan has no backup lane");
  const { checks: own } = line;
  const phases = phasesOf(line);
  const [alone = [], strands = [], after = []] = phases;
  expect(
    phases
      .flat(2)
      .map((check) => check.id)
      .sort(),
  ).toEqual(own.map((check) => check.id).sort());
  expect([alone.length, after.length]).toEqual([1, 1]);
  const operationsOf = (sequence: readonly Check[]) => [
    ...new Set(sequence.map(({ subject }) => subject?.operation.id)),
  ];
  const ofPolicy = (sequence: readonly Check[]) => operationsOf(sequence).includes("updateBackupCompliancePolicy");
  expect(alone.some(ofPolicy)).toBe(true);
  expect(strands.some(ofPolicy)).toBe(false);
  expect(strands).toHaveLength(4);
  expect(strands.map((sequence) => operationsOf(sequence).sort())).toContainEqual([
    "deleteBackupSchedules",
    "updateBackupSchedule",
  ]);
});
