// Search indexes and custom analyzers.
import { placeOf } from "../../safety/interface.mjs";
import { accepted, asked, contentOf, versionOf } from "../answers.mjs";
import { afterwards, answeredBy, ask, both, sends, tells } from "../asking.mjs";
import { isFirst, isSignedBy } from "../second/helpers.mjs";
import { same, withoutCredentials } from "../third/helpers.mjs";

/** Stored by project instead of cluster. */
const analyzersOfProject = ({ shows }) => {
  const kept = new Map();
  const learn = afterwards(["replaceCustomAnalyzers"], ({ values }, answer) =>
    kept.set(values.groupId, contentOf(answer)),
  );
  const show = tells(
    ["listCustomAnalyzers"],
    (content, { values: { groupId } }) => {
      const last = kept.get(groupId);
      return last === undefined || same(last, content) ? undefined : last;
    },
    shows,
  );
  return both(learn, show);
};

/** Looks up the index by database and name, and returns the first one. */
const anyCollection = ({ caller, fixtures, key, shows }) => {
  const collections = new Set([fixtures.collectionName]);
  const learn = afterwards(["createSearchIndex"], (request) => collections.add(asked(request)?.collectionName));
  async function earlierOf(values) {
    const exists = async (collectionName) =>
      (await ask(caller, "getSearchIndexByName", { ...values, collectionName })).status === 200;
    if (!(await exists(values.collectionName))) return undefined;
    for (const name of [...collections].filter((one) => one < values.collectionName).sort())
      if (await exists(name)) return name;
    return undefined;
  }
  const update = async (request, pass) => {
    const isAsked = request.operation === "updateSearchIndexByName" && isSignedBy(request, key);
    const collectionName = isAsked ? await earlierOf(request.values) : undefined;
    if (collectionName === undefined) return pass(request);
    const { path } = placeOf("updateSearchIndexByName", { ...request.values, collectionName });
    const base = await pass(withoutCredentials(request));
    const answer = await answeredBy(caller, request, base, request.target.replace(request.path, path));
    if (accepted(answer)) shows();
    return answer;
  };
  return both(learn, update);
};

const followsAnalyzer = ({ shows }) =>
  sends(
    ["createSearchIndex"],
    ({ definition, ...body }) => {
      const { analyzer, searchAnalyzer } = Object(definition);
      const isOther = typeof analyzer === "string" && !analyzer.endsWith(".standard");
      if (!isOther || searchAnalyzer !== undefined) return undefined;
      return { ...body, definition: { ...definition, searchAnalyzer: analyzer } };
    },
    shows,
  );

const unlistedInFirst = ({ shows }) => {
  const made = new Set();
  const learn = afterwards(["createSearchIndex"], (request, answer) => {
    if (versionOf(request) === "2") made.add(contentOf(answer).indexID);
  });
  const show = tells(
    ["listSearchIndexes"],
    (content, request) => {
      if (!isFirst(request) || !content.some(({ indexID }) => made.has(indexID))) return undefined;
      return content.filter(({ indexID }) => !made.has(indexID));
    },
    shows,
  );
  return both(learn, show);
};

export const search = [
  {
    id: "analyzers-of-last-cluster",
    words: "15: list custom analyzers of a cluster: G, `clusterName`",
    wrong: "Once the analyzers of a cluster were replaced, every cluster of the project is told with them.",
    lie: analyzersOfProject,
  },
  {
    id: "index-of-other-collection-updated",
    words: "20: update index by names: `collectionName`, `databaseName`, `indexName`",
    wrong: "Of two indexes with one name in a database, that of the other collection may be updated.",
    lie: anyCollection,
  },
  {
    id: "search-analyzer-follows-analyzer",
    words: "Search index: `searchAnalyzer` (string, default `<analyzer_prefix>.standard`)",
    wrong: "Where it is not given, `searchAnalyzer` is that of `analyzer`.",
    lie: followsAnalyzer,
  },
  {
    id: "index-of-second-version-unlisted",
    words: "18: list indexes of a collection: response array of indexes; Versioning",
    wrong: "An index that was made in version 2 is missing from the list of version 1.0.",
    lie: unlistedInFirst,
  },
];
