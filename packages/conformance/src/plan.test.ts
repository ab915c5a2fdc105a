import { describe, expect, it } from "vitest";
import { plan } from "./plan.ts";
import { requirements } from "./requirements.ts";
import { emptyWorld } from "./target/doctor.ts";
import { testTarget } from "./target/target.test-support.ts";

const target = testTarget("http://127.0.0.1:1");
const world = emptyWorld(target);

describe("the plan", () => {
  it("gives every check an id of its own, and the same ones every time", () => {
    const ids = plan(requirements, target, world).map((check) => check.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(plan(requirements, target, world).map((check) => check.id)).toEqual(ids);
    expect(ids.length).toBeGreaterThan(800);
  });

  it("holds nothing that changes a target without permission", () => {
    const able = plan(requirements, target, world).filter((check) => !check.obstacle);
    expect(able.every((check) => check.risk === "read")).toBe(true);
    const refused = plan(requirements, target, world).filter((check) => check.risk === "create");
    expect(refused.length).toBeGreaterThan(20);
    for (const { obstacle } of refused)
      expect(obstacle).toMatchObject({ kind: "could-not-run", reason: expect.stringContaining("--allow create") });
  });

  it("says what a check lacks and where to state it", () => {
    const [check] = plan(requirements, target, world, { only: ["GEN-ID-REJECT-alertId"] });
    expect(check?.obstacle?.reason).toContain("fixtures.alertId");
  });

  it("keeps to the selection", () => {
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

  it("asks nothing of a mock that a mock cannot do", () => {
    const mocked = plan(requirements, testTarget("http://127.0.0.1:1", { mock: true, kind: "prism" }), world);
    const paging = mocked.find((check) => check.requirement.id === "PAGE-INCLUDECOUNT-FALSE");
    expect(paging?.obstacle).toMatchObject({ kind: "not-applicable" });
  });
});

describe("the requirements", () => {
  it("have ids of their own, a text, a section, and a level that fits their kind", () => {
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
    for (const { id, text, section, kind, level, basis } of requirements) {
      expect(id).toMatch(/^[A-Z0-9]+(-[A-Za-z0-9]+)+$/);
      expect(text.endsWith("."), id).toBe(true);
      expect(section.length, id).toBeGreaterThan(3);
      if (kind === "silent") expect(["UNSPECIFIED", "MAY"], id).toContain(level);
      else expect(["MUST", "SHOULD"], id).toContain(level);
      if (basis === "not-shown") expect(kind, id).toBe("silent");
    }
  });
});
