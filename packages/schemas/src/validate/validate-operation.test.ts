import { describe, expect, it } from "vitest";
import { bindContract } from "../bind.ts";
import { atlas } from "../profiles/atlas.ts";
import { validate } from "./validate-operation.ts";

const ID = "32b6e34b3d91647abb20e7b8";

describe("validate", () => {
  it("names pointer, keyword, expected and received in a body", () => {
    expect(validate("createAlertConfig", "body", { eventTypeName: 5, notifications: [] })).toEqual([
      { pointer: "/eventTypeName", keyword: "type", expected: "string", received: "5" },
    ]);
    expect(validate("createAlertConfig", "body", undefined)).toMatchObject([{ pointer: "", keyword: "type" }]);
  });

  it("treats null as absent in a response, but not in a body", () => {
    expect(validate("getAlert", "response", { id: ID, orgId: null })).toEqual([]);
    expect(validate("getAlert", "response", { id: null })).toMatchObject([{ pointer: "/id", keyword: "required" }]);
    expect(validate("createAlertConfig", "body", { eventTypeName: null, notifications: [] })).toHaveLength(1);
  });

  it("reads the texts of a query, and accepts what the description leaves open", () => {
    expect(validate("listAlerts", "query", { itemsPerPage: "500", pretty: "true", other: "x" })).toEqual([]);
    expect(validate("listAlerts", "query", { pretty: "yes", itemsPerPage: undefined })).toEqual([]);
    expect(validate("listAlerts", "query", { itemsPerPage: "501", status: "GONE", pageNum: 1 })).toMatchObject([
      { pointer: "/itemsPerPage", keyword: "maximum", received: '"501"' },
      { pointer: "/pageNum", keyword: "type" },
      { pointer: "/status", keyword: "enum", expected: "one of OPEN, TRACKING, CLOSED" },
    ]);
    expect(validate("listAlerts", "query", "pretty=true")).toMatchObject([{ pointer: "", keyword: "type" }]);
  });

  it("requires parameters that are only valid together", () => {
    expect(validate("getAccessLogsByCluster", "query", { start: "1" })).toMatchObject([
      { pointer: "/end", keyword: "dependentRequired" },
    ]);
    expect(validate("getAccessLogsByCluster", "query", { start: "1", end: "2" })).toEqual([]);
  });

  it("uses the names of a profile and the form of a version", () => {
    const contract = bindContract(atlas);
    const body = { eventTypeName: "X", notifications: [{ typeName: "DATADOG", delayMin: "soon" }] };
    expect(validate("createAlertConfig", "body", body, { contract })).toMatchObject([
      { pointer: "/notifications/0/delayMin" },
    ]);
    const flat = { collectionName: "c", database: "d", name: "n", mappings: { dynamic: "loose" } };
    const pointers = (version: "1.0" | "2"): string[] =>
      validate("createSearchIndex", "body", flat, { version }).map(({ pointer }) => pointer);
    expect(pointers("1.0")).toContain("/mappings/dynamic");
    expect(pointers("2")).not.toContain("/mappings/dynamic");
  });

  it("requires a disk size beside replicationSpecs in version 1.0 only", () => {
    const contract = bindContract(atlas);
    const regionConfigs = [{ providerName: "AWS", regionName: "US_EAST_1", electableSpecs: { instanceSize: "M10" } }];
    const body = { name: "Cluster1", replicationSpecs: [{ regionConfigs }] };
    const keywords = (version: "1.0" | "2"): string[] =>
      validate("createCluster", "body", body, { contract, version }).map(({ keyword }) => keyword);
    expect(keywords("1.0")).toEqual(["dependentRequired"]);
    expect(keywords("2")).toEqual([]);
    expect(validate("createCluster", "body", { ...body, paused: "no" }, { contract, version: "2" })).toMatchObject([
      { pointer: "/paused" },
    ]);
  });

  it("accepts anything for a part that the operation lacks, and throws for a version that lacks the operation", () => {
    expect(validate("listAlerts", "body", { any: "thing" })).toEqual([]);
    expect(validate("deleteSearchIndexById", "response", "gone")).toEqual([]);
    expect(() => validate("getSearchIndexByName", "body", {}, { version: "1.0" })).toThrow(
      'expected a version that serves getSearchIndexByName (2), received "1.0"',
    );
  });
});
