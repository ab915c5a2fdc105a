import { COMMON } from "../parameters.ts";
import { area, version1, version2 } from "./define.ts";

const operation = area("search", "Search");

export const search = {
  listCustomAnalyzers: operation({
    number: 15,
    title: "List custom analyzers of a cluster",
    roles: ["Project Data Access Read Write"],
    routes: version1("GET", "/groups/{groupId}/clusters/{clusterName}/fts/analyzers"),
    query: [...COMMON],
  }),
  replaceCustomAnalyzers: operation({
    number: 16,
    title: "Update custom analyzers",
    roles: ["Project Data Access Admin"],
    risk: "update",
    routes: version1("PUT", "/groups/{groupId}/clusters/{clusterName}/fts/analyzers"),
    query: [...COMMON],
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
  }),
  createSearchIndexLegacy: operation({
    number: 17,
    part: "legacyFlat",
    title: "Create search index, flat form on the current version",
    roles: ["Project Data Access Admin"],
    risk: "create",
    routes: version2("POST", "/groups/{groupId}/clusters/{clusterName}/fts/indexes"),
    query: [...COMMON],
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
  }),
  getSearchIndexById: operation({
    number: 22,
    title: "Get search index by id",
    roles: ["Project Data Access Read Write"],
    routes: version2("GET", "/groups/{groupId}/clusters/{clusterName}/search/indexes/{indexId}"),
    query: [...COMMON],
  }),
  updateSearchIndexById: operation({
    number: 23,
    title: "Update search index by id",
    roles: ["Project Data Access Admin"],
    risk: "update",
    routes: version2("PATCH", "/groups/{groupId}/clusters/{clusterName}/search/indexes/{indexId}"),
    query: [...COMMON],
  }),
  deleteSearchIndexById: operation({
    number: 24,
    title: "Delete search index by id",
    roles: ["Project Data Access Admin"],
    risk: "delete",
    routes: version2("DELETE", "/groups/{groupId}/clusters/{clusterName}/search/indexes/{indexId}"),
    query: [...COMMON],
  }),
};
