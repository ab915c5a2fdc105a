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

it("routeOf has the operation's path, and its method unless the call states another", () => {
  const path = "/api/product/v2/groups/{groupId}/alertConfigs/{alertConfigId}";
  expect(routeOf({ ...alertConfig, operation: "setAlertConfigEnabled" }, target)).toEqual({ method: "PATCH", path });
  expect(routeOf({ ...alertConfig, method: "HEAD" }, target)).toEqual({ method: "HEAD", path });
});

it("routeOf is GET with an empty path if the target does not offer the operation in that version", () => {
  expect(routeOf({ ...alertConfig, version: "standalone" }, target)).toEqual({ method: "GET", path: "" });
});

it("pathOf prefers rawPath, then path, then the known fixtures", () => {
  expect(pathOf(alertConfig, target, world)).toEqual({ groupId: GROUP });
  const path = { alertConfigId: ID, groupId: "1", another: "2" };
  expect(pathOf({ ...alertConfig, path }, target, world)).toEqual({ groupId: "1", alertConfigId: ID });
  expect(pathOf({ ...alertConfig, path, rawPath: { groupId: "%31" } }, target, world)).toEqual({
    groupId: "%31",
    alertConfigId: ID,
  });
});

it("pathOf and placeOf name the instance for a serverless operation", () => {
  const lent = testTarget("http://127.0.0.1:1", {
    fixtures: { groupId: GROUP, clusterName: "Cluster0", serverlessInstanceName: "Instance0" },
  });
  const call: Call = { operation: "listServerlessSnapshots", version: "2" };
  const own = { groupId: GROUP, clusterName: "Instance0" };
  expect([pathOf(call, lent, emptyWorld(lent)), placeOf(call, lent, emptyWorld(lent))]).toEqual([own, own]);
  // A malformed name counts as that of the instance.
  expect(placeOf({ ...call, path: { clusterName: "-" } }, lent, emptyWorld(lent))).toEqual(own);
});

it("placeOf replaces a malformed id by the known fixture, if there is one", () => {
  expect(placeOf({ ...alertConfig, path: { groupId: "x", alertConfigId: "y" } }, target, world)).toEqual({
    groupId: GROUP,
    alertConfigId: "y",
  });
  expect(placeOf({ ...alertConfig, path: { groupId: ID } }, target, world)).toEqual({ groupId: ID });
});

it("riskOf is the operation's risk, or that of the method for another path or method", () => {
  const risk = (change: Partial<Call>) => riskOf({ operation: "takeSnapshot", version: "2", ...change }, target);
  expect(risk({})).toBe("costly");
  expect(risk({ elsewhere: "/nowhere" })).toBe("create");
  expect(risk({ method: "DELETE" })).toBe("delete");
  expect(risk({ method: "POST" })).toBe("create");
  expect(["PATCH", "PUT", "GET", "BREW"].map((method) => risk({ method }))).toEqual(Array(4).fill("update"));
});
