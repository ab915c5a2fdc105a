// Search indexes and custom analyzers.
import { placeOf } from "../../safety/interface.mjs";
import { accepted, asked, contentOf, eachRecord, withContent } from "../answers.mjs";
import { afterwards, ask, both, sends, tells } from "../asking.mjs";
import { isFirst, isSecond } from "../second/helpers.mjs";
import { same } from "../third/helpers.mjs";
import { learnsAndTells, opensTo } from "./helpers.mjs";

/** Looks up an index by its collection and its name. */
const databaseForgotten = ({ caller, fixtures, shows }) => {
  const databases = [fixtures.databaseName];
  const learn = afterwards(["createSearchIndex", "createSearchIndexLegacy"], (request) => {
    const { database } = asked(request);
    if (!databases.includes(database)) databases.push(database);
  });
  const show = async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "getSearchIndexByName" || !accepted(answer)) return answer;
    for (const databaseName of databases.slice(0, Math.max(databases.indexOf(request.values.databaseName), 0))) {
      const { status, json } = await ask(caller, "getSearchIndexByName", { ...request.values, databaseName });
      if (status !== 200) continue;
      shows();
      return withContent(answer, json);
    }
    return answer;
  };
  return both(learn, show);
};

const withAnalyzerOfIndex = ({ analyzer, synonyms, ...text }) => {
  if (typeof analyzer !== "string" || !Array.isArray(synonyms)) return undefined;
  if (!synonyms.every((one) => typeof one?.analyzer === "string")) return undefined;
  const others = synonyms.map((one) => ({ ...one, analyzer }));
  return same(others, synonyms) ? undefined : { ...text, analyzer, synonyms: others };
};

const analyzerOfIndex = ({ shows }) =>
  sends(
    ["createSearchIndex", "createSearchIndexLegacy", "updateSearchIndexById", "updateSearchIndexByName"],
    (body) => {
      if (body.definition === undefined) return withAnalyzerOfIndex(body);
      const definition = withAnalyzerOfIndex(Object(body.definition));
      return definition === undefined ? undefined : { ...body, definition };
    },
    shows,
  );

/** The first version does not show members that the second version stores inside the definition. */
const analyzersForgotten = ({ shows }) => {
  const made = new Set();
  return learnsAndTells(
    (request, content) => {
      if (request.operation === "createSearchIndex" && isSecond(request)) made.add(content.indexID);
    },
    ["listSearchIndexes"],
    (content, request) =>
      isFirst(request)
        ? eachRecord(content, (one) =>
            made.has(one.indexID) && one.analyzers?.length > 0 ? { ...one, analyzers: [] } : undefined,
          )
        : undefined,
    shows,
  );
};

/** Looks up the name case-insensitively. */
const nameInAnyLetters =
  ({ caller, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "getSearchIndexByName" || !accepted(answer)) return answer;
    const { path, accept } = placeOf("listSearchIndexes", request.values);
    const { json } = await caller.send("GET", path, accept);
    const isMeant = ({ name }) => name.toLowerCase() === request.values.indexName.toLowerCase();
    const first = Array.isArray(json) ? json.find(isMeant) : undefined;
    if (first === undefined || first.name === contentOf(answer).name) return answer;
    shows();
    return withContent(answer, first);
  };

/** An array is stored in one column. */
const tagsJoined = ({ shows }) =>
  tells(
    ["listCustomAnalyzers"],
    (content) =>
      eachRecord(content, ({ charFilters, ...analyzer }) => {
        const others = charFilters?.map(({ ignoredTags, ...one }) =>
          ignoredTags === undefined
            ? one
            : { ...one, ignoredTags: ignoredTags.length > 1 ? [ignoredTags.join()] : ignoredTags },
        );
        return same(others, charFilters) ? undefined : { ...analyzer, charFilters: others };
      }),
    shows,
  );

export const search = [
  {
    id: "index-of-other-database-read",
    words: "19: get index by names: `collectionName`, `databaseName`, `indexName`",
    wrong: "Of two indexes with the same collection and name in two databases, the first is read for both.",
    lie: databaseForgotten,
  },
  {
    id: "synonyms-analyzed-as-index",
    words: "Search index, flat form: `synonyms` (array of `{analyzer, name, source: {collection}}`)",
    wrong: "Synonym mappings are stored with the `analyzer` that the index states for itself.",
    lie: analyzerOfIndex,
  },
  {
    id: "analyzers-lost-in-first-version",
    words: "Search index, flat form: `analyzers` (array of custom analyzers); response: the request fields",
    wrong: "An index that was made with a definition is listed in version 1.0 without its custom analyzers.",
    lie: analyzersForgotten,
  },
  {
    id: "reader-reads-index-by-id",
    words: "22: get index by id: Project Data Access Read Write",
    wrong: "A Project Read Only key may read an index by its id, and not by its names.",
    lie: opensTo("getSearchIndexById", "Project Read Only"),
  },
  {
    id: "index-name-found-in-any-letters",
    words: "19: get index by names: `indexName`; search index: `name` unique among the indexes of a namespace",
    wrong: "Of two indexes whose names differ in the case of letters only, the first listed is read for both.",
    lie: nameInAnyLetters,
  },
  {
    id: "ignored-tags-joined",
    words: "Search custom analyzer: `htmlStrip` (field `ignoredTags`: array of strings)",
    wrong: "Several ignored tags are listed as one, with commas between them.",
    lie: tagsJoined,
  },
];
