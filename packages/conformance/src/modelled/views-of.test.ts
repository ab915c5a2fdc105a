import { bindContract, INTERFACE_VERSIONS, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import { viewsOf } from "./views-of.ts";

const contract = bindContract(neutral);
const empty = emptyWorld(testTarget("http://127.0.0.1:1"));
const world = { ...empty, fixtures: { groupId: "32b6e34b3d91647abb20e7b8", clusterName: "Cluster0" } };
const at = { contract, world, versions: INTERFACE_VERSIONS };

describe("viewsOf", () => {
  it("returns the record's reads by each address and the lists of its place, in every version", () => {
    const path = { indexId: "32b6e34b3d91647abb20e7b1", databaseName: "d", collectionName: "c", indexName: "i" };
    const views = viewsOf("search index", path, at);
    expect(new Set(views.map(({ form, operation }) => `${form} ${operation}`))).toEqual(
      new Set(["get getSearchIndexById", "get getSearchIndexByName", "list listSearchIndexes"]),
    );
    expect(views.find(({ operation }) => operation === "getSearchIndexById")?.path).toEqual({ indexId: path.indexId });
    expect(viewsOf("export bucket", { exportBucketId: path.indexId }, at).map(({ version }) => version)).toEqual([
      "1.0",
      "2",
      "1.0",
      "2",
    ]);
  });

  it("returns nothing without an address, or for a kind that the model does not know", () => {
    expect(viewsOf("search index", {}, at)).toEqual([]);
    expect(viewsOf("custom analyzers", {}, at)).toEqual([]);
    const unserved = { ...world, unbound: new Map([["getCustomDns/1.0", ""]]) };
    expect(viewsOf("custom DNS", {}, { ...at, world: unserved }).map(({ version }) => version)).toEqual(["2"]);
  });
});
