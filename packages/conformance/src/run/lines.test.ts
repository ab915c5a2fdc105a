import { expect, it } from "vitest";
import { plan } from "../plan/plan.ts";
import { requirements } from "../requirements.ts";
import { RISKS } from "../rule/risk.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import { laneOf, linesOf } from "./lines.ts";

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

it("takes every check of a slow lane out of the stages, and none of another", () => {
  expect(lines.map(({ lane }) => lane).sort()).toEqual(["backup", "migration", "outage", "token"]);
  for (const { lane, checks: own } of lines) {
    expect(new Set(own.map(laneOf))).toEqual(new Set([lane]));
    const able = checks.filter((check) => laneOf(check) === lane && check.obstacle === undefined);
    expect(own).toHaveLength(able.filter(({ stage }) => lane === "token" || stage !== "read").length);
  }
});

it("asks the token endpoint no more than its limit allows before that is looked into, and the rest afterwards", () => {
  const own = lines.find(({ lane }) => lane === "token")?.checks ?? [];
  const limit = own.findIndex(({ risk }) => risk === "quota");
  const sum = (part: typeof own): number => part.reduce((all, { requests }) => all + requests, 0);
  expect(sum(own.slice(0, limit))).toBeGreaterThan(0);
  expect(sum(own.slice(0, limit))).toBeLessThanOrEqual(10);
  expect(own.slice(limit + 2).length).toBeGreaterThan(0);
});

it("leaves the token endpoint to its stage where a clock that others move decides about its limit", () => {
  expect(linesOf(checks, true).map(({ lane }) => lane)).not.toContain("token");
});

it("tells the stories of a life in its order, version by version", () => {
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

it("begins with what shows whether a lane can be undone", () => {
  const early = checks.filter(({ requirement }) => requirement.kind === "story" && requirement.early === true);
  const own = early
    .filter((check) => laneOf(check) === "backup" && check.obstacle === undefined)
    .toSorted((one, other) => (one.subject?.version ?? "").localeCompare(other.subject?.version ?? ""))
    .map(({ id }) => id);
  expect(own.length).toBeGreaterThan(0);
  expect(idsOf("backup").slice(0, own.length)).toEqual(own);
});
