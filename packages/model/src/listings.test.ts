import { expect, it } from "vitest";
import { Listings, placeOf } from "./listings.ts";
import type { Observation } from "./observation.ts";

const listed = (clusterName: string, exchange: string): Observation => ({
  operation: "listSnapshots",
  version: "2",
  path: { clusterName },
  query: {},
  exchange,
  sent: undefined,
  came: { kind: "done", json: {} },
  began: 1,
  ended: 2,
});

it("Listings names the earlier place of a record that another place lists", () => {
  const listings = new Listings();
  expect(listings.see(listed("one", "x1"), "a")).toBeUndefined();
  expect(listings.see(listed("one", "x2"), "a")).toBeUndefined();
  expect(listings.see(listed("other", "x3"), "b")).toBeUndefined();
  expect(listings.see(listed("other", "x4"), "a")?.exchange).toBe("x1");
  expect(listings.see({ ...listed("other", "x5"), operation: "listExportJobs" }, "a")).toBeUndefined();
});

it("Listings treats names as equal regardless of letter case", () => {
  const listings = new Listings();
  expect(listings.see(listed("Cluster0", "x1"), "a")).toBeUndefined();
  expect(listings.see(listed("CLUSTER0", "x2"), "a")).toBeUndefined();
});

it("placeOf describes a place in words", () => {
  expect(placeOf({ path: { groupId: "5", clusterName: "one" } })).toBe('clusterName "one", groupId "5"');
});
