// Search indexes and analyzers.

import { placeOf } from "../../safety/interface.mjs";
import { accepted, asked, contentOf, jsonOf, withBody } from "../answers.mjs";
import { afterwards, answeredBy, ask, refuses, sends, tells } from "../asking.mjs";
import { listOf } from "./helpers.mjs";

const sortedFilters =
  ({ shows }) =>
  async (request, pass) => {
    const body = request.operation === "replaceCustomAnalyzers" ? jsonOf(request.body) : undefined;
    if (!Array.isArray(body)) return pass(request);
    const sorted = body.map((one) => {
      if (!Array.isArray(one?.tokenFilters)) return one;
      const tokenFilters = [...one.tokenFilters].sort((a, b) => String(a?.type).localeCompare(String(b?.type)));
      return { ...one, tokenFilters };
    });
    if (JSON.stringify(sorted) === JSON.stringify(body)) return pass(request);
    const answer = await pass(withBody(request, sorted));
    if (accepted(answer)) shows();
    return answer;
  };

const sharedWithSibling = ({ caller, shows }) =>
  afterwards(["replaceCustomAnalyzers"], async (request, answer) => {
    const { groupId, clusterName } = request.values;
    const clusters = await listOf(caller, "listClusters", { groupId });
    const own = clusters.find(({ name }) => name === clusterName);
    const isSibling = ({ name, clusterType, providerSettings }) =>
      name !== clusterName &&
      clusterType === own?.clusterType &&
      providerSettings?.instanceSizeName === own?.providerSettings?.instanceSizeName;
    const sibling = clusters.find(isSibling);
    if (sibling === undefined) return;
    const there = { groupId, clusterName: sibling.name };
    const before = await listOf(caller, "listCustomAnalyzers", there);
    const { status, json } = await ask(caller, "replaceCustomAnalyzers", there, contentOf(answer));
    if (status < 300 && JSON.stringify(json) !== JSON.stringify(before)) shows();
  });

const oneSynonym = ({ shows }) =>
  sends(
    ["updateSearchIndexById"],
    ({ definition, ...body }) => {
      if (!(definition?.synonyms?.length > 1)) return undefined;
      return { ...body, definition: { ...definition, synonyms: definition.synonyms.slice(0, 1) } };
    },
    shows,
  );

const withoutCase =
  ({ caller, shows }) =>
  async (request, pass) => {
    const body = request.operation === "createSearchIndex" ? asked(request) : undefined;
    const { database: databaseName, collectionName, name } = Object(body);
    if (![databaseName, collectionName, name].every((one) => typeof one === "string")) return pass(request);
    const there = await listOf(caller, "listSearchIndexes", { ...request.values, databaseName, collectionName });
    const same = there.find((one) => one.name !== name && one.name.toLowerCase() === name.toLowerCase());
    if (same === undefined) return pass(request);
    const answer = await pass(withBody(request, { ...body, name: same.name }));
    if (answer.status === 409) shows();
    return answer;
  };

const fromAnyCluster =
  ({ caller, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "deleteSearchIndexById" || answer.status !== 404) return answer;
    const clusters = await listOf(caller, "listClusters", { groupId: request.values.groupId });
    if (!clusters.some(({ name }) => name === request.values.clusterName)) return answer;
    for (const { name } of clusters) {
      const { path } = placeOf("deleteSearchIndexById", { ...request.values, clusterName: name });
      const { status } = await ask(caller, "getSearchIndexById", { ...request.values, clusterName: name });
      if (status !== 200) continue;
      const other = await answeredBy(caller, request, answer, request.target.replace(request.path, path));
      if (accepted(other)) shows();
      return other;
    }
    return answer;
  };

const excludedIncluded = ({ shows }) =>
  tells(
    ["getSearchIndexByName"],
    (content) => {
      const { exclude, ...source } = Object(content.latestDefinition?.storedSource);
      if (!Array.isArray(exclude)) return undefined;
      return {
        ...content,
        latestDefinition: { ...content.latestDefinition, storedSource: { ...source, include: exclude } },
      };
    },
    shows,
  );

const noFieldsBesideDynamic = ({ shows }) =>
  sends(
    ["createSearchIndexLegacy"],
    (body) => {
      const { dynamic, fields } = Object(body.mappings);
      return dynamic === true && Object.keys(Object(fields)).length > 0
        ? { ...body, mappings: { dynamic } }
        : undefined;
    },
    shows,
  );

const noSorani = ({ shows }) =>
  refuses(
    ["createSearchIndex", "updateSearchIndexByName", "updateSearchIndexById"],
    ({ definition }) => /\.sorani$/.test(definition?.searchAnalyzer),
    { definition: { analyzer: 1 } },
    shows,
  );

export const search = [
  {
    id: "token-filters-sorted",
    words: "Search 16: body array of analyzers; response array of analyzers; `tokenFilters` array",
    wrong: "The token filters of a custom analyzer, applied in order, are stored sorted by type.",
    lie: sortedFilters,
  },
  {
    id: "analyzers-shared-in-tier",
    words: "Search 15, 16: custom analyzers of a cluster",
    wrong:
      "Replacing the analyzers of a cluster replaces those of another cluster of the same type and tier in the project.",
    lie: sharedWithSibling,
  },
  {
    id: "second-synonyms-lost-by-id",
    words: "Search 23: body `{definition}`; `synonyms` array",
    wrong: "Of several synonym mappings, an update by id keeps the first.",
    lie: oneSynonym,
  },
  {
    id: "index-names-without-case",
    words: "Search index: `name` unique among the indexes of a namespace",
    wrong: "A name that differs from another index's only in case is refused as taken.",
    lie: withoutCase,
  },
  {
    id: "index-deleted-from-any-cluster",
    words: "Search 24: delete index by id: G, `clusterName`, `indexId`",
    wrong: "Deleting by id through another cluster of the project deletes the index.",
    lie: fromAnyCluster,
  },
  {
    id: "excluded-told-as-included",
    words: "Search 19: `storedSource` either `include` or `exclude`",
    wrong: "Read by names, a definition that excludes fields from the stored source tells that it includes them.",
    lie: excludedIncluded,
  },
  {
    id: "legacy-fields-beside-dynamic-lost",
    words:
      "Search index, flat form: `mappings` `{dynamic, fields}`; accepted by a legacy variant of the current version",
    wrong: "The legacy variant drops the mapped fields of an index with dynamic mappings.",
    lie: noFieldsBesideDynamic,
  },
  {
    id: "sorani-unknown",
    words: "Built-in analyzer values: ..., sorani, ...",
    wrong: "In a definition, the search analyzer `sorani` is refused.",
    lie: noSorani,
  },
];
