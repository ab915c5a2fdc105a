// Search indexes and custom analyzers.
import { accepted, asked, contentOf, eachRecord, jsonOf, withBody, withContent } from "../answers.mjs";
import { answeredBy, ask, sends } from "../asking.mjs";
import { learnsAndTells } from "../seventh/helpers.mjs";
import { placeOf, tellsRemembered } from "./helpers.mjs";

const CREATES = ["createSearchIndex", "createSearchIndexLegacy"];
const UPDATES = ["updateSearchIndexByName", "updateSearchIndexById"];
const READS = ["getSearchIndexByName", "getSearchIndexById", "listSearchIndexes"];
const ANALYZERS = ["replaceCustomAnalyzers", "listCustomAnalyzers"];
const TOKENIZER = { type: "whitespace" };

/** The type is part of the unique key. */
const freeForOtherType = ({ caller, shows }) => {
  const names = new Map();
  const create = async (request, pass) => {
    const answer = await pass(request);
    if (!CREATES.includes(request.operation) || answer.status !== 409) return answer;
    const { name, type = "search", ...body } = asked(request);
    const place = { ...request.values, databaseName: body.database, collectionName: body.collectionName };
    const { json } = await ask(caller, "getSearchIndexByName", { ...place, indexName: name });
    if (json?.type === undefined || json.type === type) return answer;
    const other = await answeredBy(caller, withBody(request, { ...body, type, name: `${name}.${type}` }), answer);
    if (!accepted(other)) return answer;
    shows();
    const content = { ...contentOf(other), name };
    names.set(content.indexID, { name });
    return withContent(other, content);
  };
  const show = tellsRemembered([...UPDATES, ...READS], names, ({ indexID }) => indexID, shows);
  return (request, pass) => show(request, (changed) => create(changed, pass));
};

const isFull = (one) => typeof one?.tokenizer === "object" && one.tokenizer !== null;

/** Checks required members in the first item only. */
const firstAnalyzerChecked = ({ shows }) => {
  const bare = new Map();
  return async (request, pass) => {
    if (!ANALYZERS.includes(request.operation)) return pass(request);
    const place = placeOf(request.values);
    const all = request.operation === ANALYZERS[0] ? jsonOf(request.body) : undefined;
    const isOdd = (one) => typeof one?.name === "string" && one.tokenizer === undefined;
    const isMeant = Array.isArray(all) && isFull(all[0]) && all.every((one) => isFull(one) || isOdd(one));
    const odd = isMeant ? all.filter((one) => !isFull(one)) : [];
    const filled = odd.length > 0 ? all.map((one) => ({ tokenizer: TOKENIZER, ...one })) : undefined;
    const answer = await pass(filled === undefined ? request : withBody(request, filled));
    if (!accepted(answer)) return answer;
    if (request.operation === ANALYZERS[0]) bare.set(place, new Set(odd.map(({ name }) => name)));
    const other = eachRecord(contentOf(answer), ({ tokenizer, ...one }) =>
      bare.get(place)?.has(one.name) ? one : undefined,
    );
    if (other === undefined) return answer;
    shows();
    return withContent(answer, other);
  };
};

/** An update has no type, so the record gets the default again. */
const defaultAgain = ({ shows }) => {
  const updated = new Set();
  return learnsAndTells(
    ({ operation }, { indexID }) => {
      if (UPDATES.includes(operation)) updated.add(indexID);
    },
    [...UPDATES, ...READS],
    (content) =>
      eachRecord(content, (one) =>
        updated.has(one.indexID) && one.type !== "search" ? { ...one, type: "search" } : undefined,
      ),
    shows,
  );
};

/** The namespace is stored as one text, and split at its last dot. */
const partedAtLastDot = ({ shows }) =>
  sends(
    CREATES,
    ({ database, collectionName, ...body }) => {
      if (typeof database !== "string" || typeof collectionName !== "string") return undefined;
      const namespace = `${database}.${collectionName}`;
      const at = namespace.lastIndexOf(".");
      if (at === database.length || at === namespace.length - 1) return undefined;
      return { ...body, database: namespace.slice(0, at), collectionName: namespace.slice(at + 1) };
    },
    shows,
  );

export const search = [
  {
    id: "index-name-free-for-other-type",
    words: "Search index: `name`: unique among the indexes of a namespace",
    wrong: "An index may have the name of another one of its collection when that is of another type.",
    lie: freeForOtherType,
  },
  {
    id: "tokenizer-of-first-analyzer-checked",
    words: "Search custom analyzer: `tokenizer` object: required",
    wrong: "Analyzers after the first are stored without a tokenizer instead of being refused.",
    lie: firstAnalyzerChecked,
  },
  {
    id: "type-reset-by-update",
    words: "20, 23: update index: body `{definition}`; search index: `type`",
    wrong: "An index of another type is told as one of type `search` once it was updated.",
    lie: defaultAgain,
  },
  {
    id: "collection-parted-at-dot",
    words: "Search index: `collectionName`, `database`",
    wrong: "What comes before the last dot of a collection's name is stored as a part of the database's name.",
    lie: partedAtLastDot,
  },
];
