import { bindContract, INTERFACE_VERSIONS, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import { viewsOf } from "./views-of.ts";

const contract = bindContract(neutral);
const empty = emptyWorld(testTarget("http://127.0.0.1:1"));
const world = { ...empty, fixtures: { groupId: "32b6e34b3d91647abb20e7b8", clusterName: "Cluster0" } };
const at = { contract, world, versions: INTERFACE_VERSIONS };

describe("the views of a record", () => {
  it("are its gets by each address and the lists of its place, in every version that has them", () => {
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

  it("are none where its address is not known, or where the model knows nothing of its kind", () => {
    expect(viewsOf("search index", {}, at)).toEqual([]);
    expect(viewsOf("custom analyzers", {}, at)).toEqual([]);
    const unserved = { ...world, unbound: new Map([["getCustomDns/1.0", ""]]) };
    expect(viewsOf("custom DNS", {}, { ...at, world: unserved }).map(({ version }) => version)).toEqual(["2"]);
  });
});
