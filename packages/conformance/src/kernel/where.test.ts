import { expect, it } from "vitest";
import type { Call } from "../ground/call.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import { pathOf, placeOf, riskOf, routeOf } from "./where.ts";

const GROUP = "32b6e34b3d91647abb20e7b8";
const ID = "32b6e34b3d91647abb20e7b9";
const target = testTarget("http://127.0.0.1:1", { fixtures: { groupId: GROUP, clusterName: "Cluster0" } });
const world = emptyWorld(target);
const alertConfig: Call = { operation: "getAlertConfig", version: "2" };

it("a call has the method and the path of its operation, unless it states a method", () => {
  const path = "/api/product/v2/groups/{groupId}/alertConfigs/{alertConfigId}";
  expect(routeOf({ ...alertConfig, operation: "setAlertConfigEnabled" }, target)).toEqual({ method: "PATCH", path });
  expect(routeOf({ ...alertConfig, method: "HEAD" }, target)).toEqual({ method: "HEAD", path });
});

it("a call that the target does not offer in its version reads, and goes nowhere", () => {
  expect(routeOf({ ...alertConfig, version: "standalone" }, target)).toEqual({ method: "GET", path: "" });
});

it("the path of a call is what it states, as it stands on the wire first, and what is known otherwise", () => {
  expect(pathOf(alertConfig, target, world)).toEqual({ groupId: GROUP });
  const path = { alertConfigId: ID, groupId: "1", another: "2" };
  expect(pathOf({ ...alertConfig, path }, target, world)).toEqual({ groupId: "1", alertConfigId: ID });
  expect(pathOf({ ...alertConfig, path, rawPath: { groupId: "%31" } }, target, world)).toEqual({
    groupId: "%31",
    alertConfigId: ID,
  });
});

it("the path of an operation on something of another kind is filled in with that", () => {
  const lent = testTarget("http://127.0.0.1:1", {
    fixtures: { groupId: GROUP, clusterName: "Cluster0", serverlessInstanceName: "Instance0" },
  });
  const call: Call = { operation: "listServerlessSnapshots", version: "2" };
  const own = { groupId: GROUP, clusterName: "Instance0" };
  expect([pathOf(call, lent, emptyWorld(lent)), placeOf(call, lent, emptyWorld(lent))]).toEqual([own, own]);
  // A malformed name counts as that of the instance.
  expect(placeOf({ ...call, path: { clusterName: "-" } }, lent, emptyWorld(lent))).toEqual(own);
});

it("a call works at the known place where it states a malformed one, and there where nothing is known", () => {
  expect(placeOf({ ...alertConfig, path: { groupId: "x", alertConfigId: "y" } }, target, world)).toEqual({
    groupId: GROUP,
    alertConfigId: "y",
  });
  expect(placeOf({ ...alertConfig, path: { groupId: ID } }, target, world)).toEqual({ groupId: ID });
});

it("a call may do what its operation does, or what its method says of another path or method", () => {
  const risk = (change: Partial<Call>) => riskOf({ operation: "takeSnapshot", version: "2", ...change }, target);
  expect(risk({})).toBe("costly");
  expect(risk({ elsewhere: "/nowhere" })).toBe("create");
  expect(risk({ method: "DELETE" })).toBe("delete");
  expect(risk({ method: "POST" })).toBe("create");
  expect(["PATCH", "PUT", "GET", "BREW"].map((method) => risk({ method }))).toEqual(Array(4).fill("update"));
});
