import { bindContract, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { exchangeOf, scripted } from "../expect/scripted.test-support.ts";
import { MARK } from "../ground/mark.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import type { Target } from "../target/target.ts";
import { WRITES } from "../writes/table.ts";
import { custodyParts } from "./custody-parts.ts";

const GROUP = "32b6e34b3d91647abb20e7b8";
const ID = "32b6e34b3d91647abb20e7b9";

function partsOf(change: Partial<Target> = {}, more: Partial<Parameters<typeof custodyParts>[2]> = {}) {
  const target = testTarget("http://127.0.0.1:1", change);
  const { ask, calls } = scripted(() => exchangeOf(200));
  const passed: number[] = [];
  const pass = async (milliseconds: number): Promise<void> => void passed.push(milliseconds);
  return { parts: custodyParts(target, () => emptyWorld(target), { ask, pass, ...more }), calls, passed, target };
}

describe("custodyParts", () => {
  it("sends and waits through the session, and sets the mark", async () => {
    const { parts, calls, passed, target } = partsOf();
    await parts.ask({ operation: "listAlerts", version: "2" });
    await parts.pass(7);
    expect([calls, passed]).toEqual([[{ operation: "listAlerts", version: "2" }], [7]]);
    expect(parts).toMatchObject({ contract: target.contract, mark: MARK });
    expect(partsOf({}, { mark: "plumbline-0123456789ab", rounds: 3 }).parts).toMatchObject({
      mark: "plumbline-0123456789ab",
      rounds: 3,
    });
  });

  it("passes on the speed of the target if it is stated", () => {
    expect(partsOf({ speed: 5 }).parts.speed).toBe(5);
    expect(partsOf().parts).not.toHaveProperty("speed");
  });

  it("starts without observations", () => {
    const { parts } = partsOf();
    expect([parts.inVain.size, parts.seenGone.size, parts.firstRemovals.size]).toEqual([0, 0, 0]);
  });

  it("prefers the wanted version, and otherwise takes the last one that is judged", () => {
    const served = (change: Partial<Target>, wanted: "1.0" | "2") =>
      partsOf(change).parts.served("listAlertConfigs", wanted);
    expect([served({}, "1.0"), served({}, "2")]).toEqual(["1.0", "2"]);
    expect(served({ versions: ["2"] }, "1.0")).toBe("2");
    expect(served({ versions: ["1.0"] }, "2")).toBe("1.0");
    const contract = bindContract({ ...neutral, routes: { listAlertConfigs: { "2": null } } });
    expect(served({ contract }, "2")).toBe("1.0");
    expect(served({ contract, versions: ["2"] }, "2")).toBeUndefined();
    expect(partsOf().parts.served("listShardedSnapshots", "1.0")).toBe("2");
  });

  it("takes a version in which the target was found to serve the operation, if there is one", () => {
    const target = testTarget("http://127.0.0.1:1");
    const { ask } = scripted(() => exchangeOf(200));
    const servedBut = (...lacking: string[]) => {
      const world = { ...emptyWorld(target), unbound: new Map(lacking.map((one) => [one, "not found"])) };
      return custodyParts(target, () => world, { ask, pass: async () => undefined }).served("listAlertConfigs", "2");
    };
    expect(servedBut("listAlertConfigs/2")).toBe("1.0");
    expect(servedBut("listAlertConfigs/1.0")).toBe("2");
    expect(servedBut("listAlertConfigs/1.0", "listAlertConfigs/2")).toBe("2");
  });

  it("tells a call's path, its place and its body", () => {
    const { parts } = partsOf();
    const call = {
      operation: "setAlertConfigEnabled",
      version: "2",
      path: { alertConfigId: ID, groupId: "1" },
    } as const;
    expect(parts.pathOf(call)).toEqual({ groupId: "1", alertConfigId: ID });
    expect(parts.placeOf(call)).toEqual({ groupId: GROUP, alertConfigId: ID });
    expect(parts.bodyOf({ ...call, body: { enabled: true } })).toBe('{"enabled":true}');
    expect(parts.bodyOf(call)).toBeUndefined();
    // A body of single bytes is read too, because it may contain commands.
    expect(parts.bodyOf({ ...call, rawBody: '{"enabled":"\xff"}', isBytes: true })).toBe('{"enabled":"\xff"}');
  });

  it("tells which ids are the user's fixtures", () => {
    const { parts } = partsOf();
    expect(parts.isKnown("groupId", GROUP)).toBe(true);
    expect([parts.isKnown("groupId", ID), parts.isKnown("orgId", GROUP)]).toEqual([false, false]);
  });
});

describe("custodyParts, for irreversible changes", () => {
  const fixtures = { groupId: GROUP, copiedSnapshotId: ID, relinkableOrgId: "32b6e34b3d91647abb20e7ba" };
  const permitted = { fixtures, allow: new Set(["irreversible", "delete"] as const) };

  it("lets records stay and a given snapshot be lost if the user permits it", () => {
    const { parts } = partsOf(permitted);
    expect([parts.mayStay, parts.isGiven(ID), parts.isGiven(GROUP)]).toEqual([true, true, false]);
    const refused = partsOf({ fixtures }).parts;
    expect([refused.mayStay, refused.isGiven(ID)]).toEqual([false, false]);
  });

  it("lets a link be ended if the user released its organization and permits the operation", () => {
    const { effect } = WRITES.createLinkToken;
    if (effect.kind !== "starts") throw new Error("a link token is started");
    const there = { orgId: fixtures.relinkableOrgId };
    const { parts, target } = partsOf(permitted);
    const { risk } = target.contract.operation(effect.end);
    const able = partsOf({ fixtures, allow: new Set([risk]) }).parts;
    expect([able.isFree(effect, there), able.isFree(effect, { orgId: GROUP })]).toEqual([true, false]);
    const { free: _free, ...unfree } = effect;
    expect(parts.isFree(unfree, there)).toBe(false);
    expect(partsOf({ fixtures, allow: new Set(["read"]) }).parts.isFree(effect, there)).toBe(false);
  });
});
