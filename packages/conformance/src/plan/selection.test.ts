import { describe, expect, it } from "vitest";
import { RISKS } from "../ground/risk.ts";
import { requirements } from "../requirements/requirements.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { subjectsOf } from "../target/subjects-of.ts";
import { testTarget } from "../target/target.test-support.ts";
import { plan } from "./plan.ts";
import { permits, type Selection, selectsRequirement, selectsSubject, visitingOrOwn } from "./selection.ts";

const target = testTarget("http://127.0.0.1:1", { allow: new Set(RISKS) });
const world = emptyWorld(target);
const idsOf = (selection: Selection): readonly string[] =>
  requirements.filter((one) => selectsRequirement(selection, one)).map(({ id }) => id);
const checksOf = (selection: Selection): readonly string[] =>
  plan(requirements, target, world, selection).map(({ id }) => id);

describe("selectsRequirement", () => {
  it("selects by exact id or by prefix with *", () => {
    expect(idsOf({ only: ["PAGE-TOGETHER"] })).toEqual(["PAGE-TOGETHER"]);
    expect(idsOf({ only: ["PAGE-TOGETHER", "ACC-TOGETHER"] })).toEqual(["PAGE-TOGETHER", "ACC-TOGETHER"]);
    const paging = idsOf({ only: ["PAGE-*"] });
    expect(paging.length).toBeGreaterThan(5);
    expect(paging.every((id) => id.startsWith("PAGE-"))).toBe(true);
    expect(idsOf({ only: ["PAGE-"] })).toEqual([]);
  });

  it("skips by id, but not for the id of a single check", () => {
    const { length } = requirements;
    expect(idsOf({ skip: ["PAGE-TOGETHER"] })).toHaveLength(length - 1);
    expect(idsOf({ skip: ["PAGE-TOGETHER", "ACC-TOGETHER"] })).toHaveLength(length - 2);
    expect(idsOf({ skip: ["PAGE-TOGETHER@listAlerts/v2"] })).toHaveLength(length);
  });

  it("selects an area by the prefix of its ids, and OPS for all operations", () => {
    expect(new Set(idsOf({ areas: ["OPS"] }).map((id) => id.slice(0, 2)))).toEqual(new Set(["OP"]));
    expect(idsOf({ areas: ["ENV"] }).some((id) => id.startsWith("PRETTY-"))).toBe(true);
  });

  it("distinguishes the rules from which requirements are derived", () => {
    const derived = idsOf({ bases: ["derived"] });
    const [first, second] = [idsOf({ bases: ["derived:D1"] }), idsOf({ bases: ["derived:D2"] })];
    expect(first.length).toBeGreaterThan(10);
    expect(first.filter((id) => second.includes(id))).toEqual([]);
    expect(first.every((id) => derived.includes(id))).toBe(true);
    expect(derived.length).toBeGreaterThan(first.length + second.length);
    expect(idsOf({ bases: ["derived:D1", "derived:D2"] })).toHaveLength(first.length + second.length);
  });

  it("selects by level", () => {
    const levels = new Map(requirements.map(({ id, level }) => [id, level]));
    const chosen = idsOf({ levels: ["SHOULD", "MAY"] });
    expect(new Set(chosen.map((id) => levels.get(id)))).toEqual(new Set(["SHOULD", "MAY"]));
  });
});

describe("selectsSubject", () => {
  it("selects by version and operation, and keeps operations without a version", () => {
    const chosen = subjectsOf(target, world).filter((one) => selectsSubject({ versions: ["1.0"] }, one));
    expect(new Set(chosen.map(({ version }) => version))).toEqual(new Set(["1.0", "standalone"]));
    const alerts = subjectsOf(target).filter((one) => selectsSubject({ operations: ["getAlert"] }, one));
    expect(new Set(alerts.map(({ operation }) => operation.id))).toEqual(new Set(["getAlert"]));
  });
});

describe("plan, with a selection", () => {
  it("can select or skip a single check", () => {
    const [first = "", second = ""] = checksOf({ only: ["PAGE-ITEMS-ACCEPT"] });
    expect(second).toMatch(/^PAGE-ITEMS-ACCEPT@/);
    expect(checksOf({ only: [first] })).toEqual([first]);
    expect(checksOf({ only: [first, "PAGE-ITEMS-ACCEPT"] })).toContain(second);
    expect(checksOf({ only: [first, "PAGE-TOGETHER"] })).not.toContain(second);
    expect(checksOf({ only: ["PAGE-ITEMS-ACCEPT"], skip: [first] })).not.toContain(first);
  });

  it("permits() selects by risk", () => {
    const checks = plan(requirements, target, world);
    const chosen = checks.filter((check) => permits({ risks: ["read", "create"] }, check));
    expect(new Set(chosen.map(({ risk }) => risk))).toEqual(new Set(["read", "create"]));
  });

  it("visitingOrOwn() adds the invariants of another shard as visitors, and leaves out its other checks", () => {
    const checks = plan(requirements, target, { ...world, fixtures: { groupId: "32b6e34b3d91647abb20e7b8" } });
    const shard = { index: 1, of: 2 };
    const foreign = checks.filter((check) => !permits({ shard }, check));
    const watching = foreign.filter(({ work, obstacle }) => work.kind === "watch" && obstacle === undefined);
    expect(watching.length).toBeGreaterThan(10);
    const visiting = foreign.flatMap((check) => visitingOrOwn({ shard }, check));
    expect(visiting).toEqual(watching.map((check) => ({ ...check, visiting: true })));
  });
});
