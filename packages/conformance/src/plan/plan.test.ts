import { describe, expect, it } from "vitest";
import { RISKS } from "../ground/risk.ts";
import { requirements } from "../requirements/requirements.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { subjectsOf } from "../target/subjects-of.ts";
import { testTarget } from "../target/target.test-support.ts";
import { plan } from "./plan.ts";

const target = testTarget("http://127.0.0.1:1");
const world = emptyWorld(target);

describe("plan", () => {
  it("gives every check a unique id, the same one every time", () => {
    const ids = plan(requirements, target, world).map((check) => check.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(plan(requirements, target, world).map((check) => check.id)).toEqual(ids);
    expect(ids.length).toBeGreaterThan(800);
  });

  it("contains no check that changes the target without permission", () => {
    const able = plan(requirements, target, world).filter((check) => !check.obstacle);
    expect(able.every((check) => check.risk === "read")).toBe(true);
    const refused = plan(requirements, target, world).filter((check) => check.risk === "create");
    expect(refused.length).toBeGreaterThan(20);
    const isElsewhere = ({ obstacle }: (typeof refused)[number]): boolean => obstacle?.kind === "not-applicable";
    for (const { obstacle } of refused.filter(isElsewhere))
      expect(obstacle?.reason).toMatch(/fixtures\.(shardedClusterName|serverlessInstanceName)/);
    for (const { obstacle } of refused.filter((check) => !isElsewhere(check)))
      expect(obstacle).toMatchObject({ kind: "could-not-run", reason: expect.stringContaining("--allow create") });
  });

  it('changes nothing in checks of risk "read", whatever is permitted and known', () => {
    const allowed = testTarget("http://127.0.0.1:1", { allow: new Set(RISKS) });
    const id = "32b6e34b3d91647abb20e7b8";
    const fixtures = { groupId: id, orgId: id, clusterName: "Cluster0", alertId: id, alertConfigId: id };
    const sent = plan(requirements, allowed, { ...emptyWorld(allowed), fixtures }).filter(
      ({ risk, work }) => risk === "read" && work.kind !== "watch",
    );
    const writes = sent.filter(
      ({ subject }) => subject?.operation.authentication === "digest" && subject.operation.risk !== "read",
    );
    expect(writes.map((check) => check.id)).toEqual([]);
    expect(sent.length).toBeGreaterThan(200);
  });

  it("takes each operation in the form of its version", () => {
    const subjects = subjectsOf(target).filter(({ operation }) => operation.id === "createSearchIndex");
    expect(subjects.map(({ operation, version }) => [version, operation.body?.schema.title])).toEqual([
      ["1.0", "FlatSearchIndexInput"],
      ["2", "SearchIndexInput"],
    ]);
  });

  it("divides into shards without gap or overlap, with all checks of an operation together", () => {
    const allowed = testTarget("http://127.0.0.1:1", { allow: new Set(RISKS) });
    const whole = plan(requirements, allowed, world);
    for (const of of [1, 2, 3, 7]) {
      const shards = Array.from({ length: of }, (_, at) =>
        plan(requirements, allowed, world, { shard: { index: at + 1, of } }),
      );
      const own = shards.flat().filter(({ visiting }) => visiting !== true);
      expect(own.map(({ id }) => id).sort()).toEqual(whole.map(({ id }) => id).sort());
      // Stories call operations of other shards, so each shard includes all invariants.
      const watches = (checks: typeof whole) =>
        checks.filter(({ work, obstacle }) => work.kind === "watch" && obstacle === undefined).map(({ id }) => id);
      for (const shard of shards) expect(watches(shard).sort()).toEqual(watches(whole).sort());
      const probes = shards.map((shard) => shard.filter(({ work }) => work.kind === "cases"));
      const homes = new Map<string, number>();
      for (const [at, checks] of probes.entries())
        for (const { subject } of checks) {
          const id = subject?.operation.id ?? "";
          expect(homes.get(id) ?? at, id).toBe(at);
          homes.set(id, at);
        }
    }
  });

  it("stays within a budget of requests, and leaves out the least valuable checks", () => {
    const cost = (checks: ReturnType<typeof plan>): number => checks.reduce((sum, { requests }) => sum + requests, 0);
    const whole = plan(requirements, target, world);
    const some = plan(requirements, target, world, { budget: { requests: 40 } });
    expect(some.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
    expect(cost(some)).toBeLessThanOrEqual(40);
    expect(cost(some)).toBeGreaterThan(30);
    const left = some.filter(({ obstacle }) => obstacle?.reason.includes("budget of 40 requests"));
    expect(left.length).toBeGreaterThan(0);
    const kept = some.filter(({ requests }) => requests > 0);
    expect(new Set(kept.map(({ requirement }) => requirement.id)).size).toBe(kept.length);
    expect(kept.filter(({ requirement }) => requirement.level === "MUST").length).toBeGreaterThan(kept.length / 2);
    expect(cost(plan(requirements, target, world, { budget: { requests: 1_000_000 } }))).toBe(cost(whole));
  });

  it("says what a check lacks and where to state it", () => {
    const [check] = plan(requirements, target, world, { only: ["GEN-ID-REJECT-alertId"] });
    expect(check?.obstacle?.reason).toContain("fixtures.alertId");
    const [gate] = plan(requirements, target, world, { only: ["AUTH-ROLES-GATE"], operations: ["listAlerts"] });
    expect(gate?.obstacle?.reason).toMatch(/credentials\.noRole .*; .*credentials\.otherProject/);
  });

  it("needs no credential that the target file cannot state, and skips digests for a Basic key", () => {
    const key = (label: string) => ({ scheme: "digest", label, username: label, password: "canary" }) as const;
    const account = { clientId: "id", clientSecret: "canary-secret" };
    const all = { noRole: key("noRole"), otherProject: key("otherProject"), metrics: key("metrics") };
    const given = testTarget("http://127.0.0.1:1", {
      credentials: { main: key("main"), ...all, serviceAccount: account, blockedServiceAccount: account },
    });
    const lacking = plan(requirements, given, emptyWorld(given)).filter(({ obstacle }) =>
      obstacle?.reason.includes("a credential is missing"),
    );
    expect(lacking.map(({ id }) => id)).toEqual([]);
    const basic = testTarget("http://127.0.0.1:1", { credentials: { main: { ...key("main"), scheme: "basic" } } });
    const digests = plan(requirements, basic, emptyWorld(basic), {
      only: ["AUTH-DIGEST-WRONG-*", "AUTH-DIGEST-TAMPER-*"],
    });
    expect(digests.length).toBeGreaterThan(4);
    expect(new Set(digests.map(({ obstacle }) => obstacle?.kind))).toEqual(new Set(["not-applicable"]));
  });

  it("contains every requirement", () => {
    const planned = new Set(plan(requirements, target, world).map(({ requirement }) => requirement.id));
    expect(requirements.map(({ id }) => id).filter((id) => !planned.has(id))).toEqual([]);
  });

  it("follows the selection", () => {
    const ids = plan(requirements, target, world, { areas: ["PAGE"], operations: ["listAlerts"], versions: ["2"] }).map(
      (check) => check.id,
    );
    expect(ids.length).toBeGreaterThan(10);
    expect(ids.every((id) => id.startsWith("PAGE-") && id.endsWith("@listAlerts/v2"))).toBe(true);
    expect(
      plan(requirements, target, world, { only: ["PAGE-ITEMS-*"], skip: ["PAGE-ITEMS-REJECT"] }).some(
        (check) => check.requirement.id === "PAGE-ITEMS-REJECT",
      ),
    ).toBe(false);
    const stated = plan(requirements, target, world, { bases: ["stated"] });
    expect(stated.every((check) => check.requirement.basis === "stated")).toBe(true);
  });

  it("skips checks that a mock cannot answer", () => {
    const mocked = plan(requirements, testTarget("http://127.0.0.1:1", { mock: true, kind: "prism" }), world);
    const paging = mocked.find((check) => check.requirement.id === "PAGE-INCLUDECOUNT-FALSE");
    expect(paging?.obstacle).toMatchObject({ kind: "not-applicable" });
  });
});

describe("every requirement", () => {
  it("has a unique id, a text, a section, and a level that fits its kind", () => {
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
    for (const { id, text, section, kind, level, basis, mock = "none" } of requirements) {
      expect(id).toMatch(/^([A-Z0-9]+|OP\d\d[A-Za-z]+)(-[A-Za-z0-9]+)+$/);
      expect(text.endsWith("."), id).toBe(true);
      expect(section.length, id).toBeGreaterThan(3);
      expect(basis, id).toMatch(/^(stated|derived:(D[1-8]|RFC\d+)|not-shown)$/);
      expect(mock, id).not.toBe("");
      if (kind === "silent") expect(["UNSPECIFIED", "MAY"], id).toContain(level);
      // A story or a probe asks about an open point that shows only after a write.
      else expect(["MUST", "SHOULD", "UNSPECIFIED"], id).toContain(level);
      if (basis === "not-shown") expect(["UNSPECIFIED", "MAY"], id).toContain(level);
    }
  });
});
