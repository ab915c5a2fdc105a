import { array } from "../build.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Form } from "../operation.ts";
import { COMMON } from "../parameters.ts";
import { customAnalyzer, customAnalyzerInput } from "../resources/analyzer.ts";
import {
  definitionIndexInput,
  flatIndex,
  flatIndexInput,
  indexUpdate,
  legacyIndex,
  legacyIndexInput,
  searchIndex,
} from "../resources/search-index.ts";
import { area, list, record, version1, version2 } from "./define.ts";

const operation = area("search", "Search");

const json = (schema: JsonSchema): NonNullable<Form["body"]> => ({ schema, mediaType: "application/json" });

/*
 * Version 1.0 has the flat form only. The description has the operations by id in version 2 only; their flat form is
 * for profiles of targets that offer them in both.
 */
const flat = { result: record(flatIndex) };
const flatBody = { body: json(flatIndexInput), ...flat };

/** Operations 15 to 24: search indexes and custom analyzers of a cluster. */
export const search = {
  listCustomAnalyzers: operation({
    number: 15,
    title: "List custom analyzers of a cluster",
    roles: ["Project Data Access Read Write"],
    routes: version1("GET", "/groups/{groupId}/clusters/{clusterName}/fts/analyzers"),
    query: [...COMMON],
    result: list(customAnalyzer),
  }),
  replaceCustomAnalyzers: operation({
    number: 16,
    title: "Update custom analyzers",
    roles: ["Project Data Access Admin"],
    risk: "update",
    routes: version1("PUT", "/groups/{groupId}/clusters/{clusterName}/fts/analyzers"),
    query: [...COMMON],
    body: json(array(customAnalyzerInput, { title: "CustomAnalyzersInput" })),
    result: list(customAnalyzer),
  }),
  createSearchIndex: operation({
    number: 17,
    title: "Create search index",
    roles: ["Project Data Access Admin"],
    risk: "create",
    routes: {
      ...version1("POST", "/groups/{groupId}/clusters/{clusterName}/fts/indexes"),
      ...version2("POST", "/groups/{groupId}/clusters/{clusterName}/search/indexes"),
    },
    query: [...COMMON],
    body: json(definitionIndexInput),
    result: record(searchIndex),
    inVersion: { "1.0": flatBody },
  }),
  createSearchIndexLegacy: operation({
    number: 17,
    part: "legacyFlat",
    title: "Create search index, flat form on the current version",
    roles: ["Project Data Access Admin"],
    risk: "create",
    routes: version2("POST", "/groups/{groupId}/clusters/{clusterName}/fts/indexes"),
    query: [...COMMON],
    body: json(legacyIndexInput),
    result: record(legacyIndex),
  }),
  listSearchIndexes: operation({
    number: 18,
    title: "List search indexes of a collection",
    roles: ["Project Data Access Read Write"],
    routes: {
      ...version1("GET", "/groups/{groupId}/clusters/{clusterName}/fts/indexes/{databaseName}/{collectionName}"),
      ...version2("GET", "/groups/{groupId}/clusters/{clusterName}/search/indexes/{databaseName}/{collectionName}"),
    },
    query: [...COMMON],
    result: list(searchIndex),
    inVersion: { "1.0": { result: list(flatIndex) } },
  }),
  getSearchIndexByName: operation({
    number: 19,
    title: "Get search index by names",
    roles: ["Project Data Access Read Write"],
    routes: version2(
      "GET",
      "/groups/{groupId}/clusters/{clusterName}/search/indexes/{databaseName}/{collectionName}/{indexName}",
    ),
    query: [...COMMON],
    result: record(searchIndex),
  }),
  updateSearchIndexByName: operation({
    number: 20,
    title: "Update search index by names",
    roles: ["Project Data Access Admin"],
    risk: "update",
    routes: version2(
      "PATCH",
      "/groups/{groupId}/clusters/{clusterName}/search/indexes/{databaseName}/{collectionName}/{indexName}",
    ),
    query: [...COMMON],
    assumedQuery: true,
    body: json(indexUpdate),
    result: record(searchIndex),
  }),
  deleteSearchIndexByName: operation({
    number: 21,
    title: "Delete search index by names",
    roles: ["Project Data Access Admin"],
    risk: "delete",
    routes: version2(
      "DELETE",
      "/groups/{groupId}/clusters/{clusterName}/search/indexes/{databaseName}/{collectionName}/{indexName}",
    ),
    query: [...COMMON],
    assumedQuery: true,
    result: { kind: "empty" },
  }),
  getSearchIndexById: operation({
    number: 22,
    title: "Get search index by id",
    roles: ["Project Data Access Read Write"],
    routes: version2("GET", "/groups/{groupId}/clusters/{clusterName}/search/indexes/{indexId}"),
    query: [...COMMON],
    result: record(searchIndex),
    inVersion: { "1.0": flat },
  }),
  updateSearchIndexById: operation({
    number: 23,
    title: "Update search index by id",
    roles: ["Project Data Access Admin"],
    risk: "update",
    routes: version2("PATCH", "/groups/{groupId}/clusters/{clusterName}/search/indexes/{indexId}"),
    query: [...COMMON],
    body: json(indexUpdate),
    result: { kind: "not-shown" },
    inVersion: { "1.0": { body: flatBody.body } },
  }),
  deleteSearchIndexById: operation({
    number: 24,
    title: "Delete search index by id",
    roles: ["Project Data Access Admin"],
    risk: "delete",
    routes: version2("DELETE", "/groups/{groupId}/clusters/{clusterName}/search/indexes/{indexId}"),
    query: [...COMMON],
    result: { kind: "empty" },
  }),
};
