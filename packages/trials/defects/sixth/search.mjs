// Search indexes and custom analyzers.
import { placeOf } from "../../safety/interface.mjs";
import { accepted, contentOf, eachRecord, jsonOf, withBody } from "../answers.mjs";
import { afterwards, answeredBy, ask, both, sends, tells } from "../asking.mjs";
import { same } from "../third/helpers.mjs";
import { otherClusters } from "./helpers.mjs";

/** Applies a form decoder to a text that is already decoded. */
function decodedAgain(text) {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

const nameDecodedTwice =
  ({ caller, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "getSearchIndexByName" || !accepted(answer)) return answer;
    const indexName = decodedAgain(request.values.indexName);
    if (indexName === request.values.indexName || indexName === "") return answer;
    const { path } = placeOf("getSearchIndexByName", { ...request.values, indexName });
    const other = await answeredBy(caller, request, answer, request.target.replace(request.path, path));
    shows();
    return other;
  };

const deletedEverywhere = ({ caller, shows }) =>
  afterwards(["deleteSearchIndexByName"], async ({ values }) => {
    for (const clusterName of await otherClusters(caller, values)) {
      const { status } = await ask(caller, "deleteSearchIndexByName", { ...values, clusterName });
      if (status < 300) shows();
    }
  });

/** Definitions are cached by id, and the cache is cleared only by writes by id. */
const rememberedById = ({ shows }) => {
  const remembered = new Map();
  const learn = afterwards(["updateSearchIndexById", "deleteSearchIndexById"], ({ values }) =>
    remembered.delete(values.indexId),
  );
  const show = tells(
    ["getSearchIndexById"],
    (content, { values: { indexId } }) => {
      const { latestDefinition, latestDefinitionVersion } = remembered.get(indexId) ?? content;
      remembered.set(indexId, { latestDefinition, latestDefinitionVersion });
      const other = { ...content, latestDefinition, latestDefinitionVersion };
      return same(latestDefinition, content.latestDefinition) ? undefined : other;
    },
    shows,
  );
  return both(learn, show);
};

/** Looks up the index by project and id. */
const deletedAtAnyCluster =
  ({ caller, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "deleteSearchIndexById" || answer.status !== 404) return answer;
    for (const clusterName of await otherClusters(caller, request.values)) {
      const values = { ...request.values, clusterName };
      if ((await ask(caller, "getSearchIndexById", values)).status !== 200) continue;
      const { path } = placeOf("deleteSearchIndexById", values);
      const other = await answeredBy(caller, request, answer, request.target.replace(request.path, path));
      if (accepted(other)) shows();
      return other;
    }
    return answer;
  };

const excludedIncluded = ({ shows }) =>
  sends(
    ["createSearchIndexLegacy"],
    ({ storedSource, ...body }) =>
      Array.isArray(storedSource?.exclude) ? { ...body, storedSource: { include: storedSource.exclude } } : undefined,
    shows,
  );

/** An empty array counts as absent. */
const emptyIsNothing =
  ({ caller, shows }) =>
  async (request, pass) => {
    const body = request.operation === "replaceCustomAnalyzers" ? jsonOf(request.body) : undefined;
    if (!Array.isArray(body) || body.length > 0) return pass(request);
    const { status, json } = await ask(caller, "listCustomAnalyzers", request.values);
    if (status !== 200 || json.length === 0) return pass(request);
    const answer = await pass(withBody(request, json));
    if (accepted(answer) && contentOf(answer)?.length > 0) shows();
    return answer;
  };

const GRAMS = ["minGram", "maxGram"];

const gramsAsTexts = ({ shows }) =>
  tells(
    ["listCustomAnalyzers"],
    (content) =>
      eachRecord(content, ({ tokenizer, ...analyzer }) => {
        const grams = GRAMS.filter((name) => Number.isInteger(tokenizer?.[name]));
        if (grams.length === 0) return undefined;
        const texts = Object.fromEntries(grams.map((name) => [name, String(tokenizer[name])]));
        return { ...analyzer, tokenizer: { ...tokenizer, ...texts } };
      }),
    shows,
  );

export const search = [
  {
    id: "index-name-decoded-twice",
    words: "19: get index by names: `indexName`; Search index: `name` (string)",
    wrong: "The name in the path is decoded twice: one with a plus sign is looked for with a space.",
    lie: nameDecodedTwice,
  },
  {
    id: "index-deleted-at-every-cluster",
    words: "21: delete index by names: G, `clusterName`, `collectionName`, `databaseName`, `indexName`",
    wrong: "Indexes with the same names at the other clusters of the project are deleted, too.",
    lie: deletedEverywhere,
  },
  {
    id: "definition-remembered-by-id",
    words: "20, 22: update index by names: body `{definition}`; get index by id; `latestDefinition`",
    wrong: "After a read by id, an update by names is not seen by id.",
    lie: rememberedById,
  },
  {
    id: "index-deleted-through-other-cluster",
    words: "24: delete index by id: G, `clusterName`, `indexId`",
    wrong: "The index of another cluster of the project is deleted through the path of a cluster that has it not.",
    lie: deletedAtAnyCluster,
  },
  {
    id: "excluded-fields-are-included",
    words: "Search index, flat form: `storedSource` (either `include` or `exclude` with an array of field names)",
    wrong: "In the legacy variant of version 2 the fields to exclude are stored as those to include.",
    lie: excludedIncluded,
  },
  {
    id: "empty-analyzers-change-nothing",
    words: "16: update custom analyzers: body array of analyzers; response array of analyzers",
    wrong: "With an empty array the analyzers stay as they were.",
    lie: emptyIsNothing,
  },
  {
    id: "gram-sizes-are-texts",
    words: "Search custom analyzer: for gram tokenizers, `maxGram` and `minGram` (integers)",
    wrong: "The analyzers of a cluster are listed with gram sizes that are strings.",
    lie: gramsAsTexts,
  },
];
