// Access history, search indexes and analyzers.
import { asked, queryOf, withBody } from "../answers.mjs";
import { afterwards, both, sends, tells } from "../asking.mjs";
import { isSecond, listOf } from "../second/helpers.mjs";
import { attemptsOf, same } from "./helpers.mjs";

const CREATES = ["createSearchIndex", "createSearchIndexLegacy"];
const DEFINES = ["createSearchIndex", "updateSearchIndexByName", "updateSearchIndexById"];

const successForgotten = ({ caller, shows }) =>
  tells(
    ["getAccessLogsByCluster"],
    async (content, request) => {
      const query = queryOf(request);
      if (query.get("authResult") !== "true" || !query.has("ipAddress")) return undefined;
      const accessLogs = await attemptsOf(caller, request, { authResult: undefined });
      return accessLogs?.some(({ authResult }) => authResult === false) ? { ...content, accessLogs } : undefined;
    },
    shows,
  );

const HOUR = 3_600_000;
const wholeHours = ({ caller, shows }) =>
  tells(
    ["getAccessLogsByHost"],
    async (content, request) => {
      const end = Number(queryOf(request).get("end") ?? Number.NaN);
      if (!Number.isInteger(end) || end % HOUR === 0) return undefined;
      const accessLogs = await attemptsOf(caller, request, { end: String(Math.ceil(end / HOUR) * HOUR) });
      const isLate = ({ timestamp }) => Date.parse(timestamp) > end;
      return accessLogs?.some(isLate) ? { ...content, accessLogs } : undefined;
    },
    shows,
  );

const filtersOfFirst = ({ shows }) =>
  tells(
    ["listCustomAnalyzers"],
    (content) => {
      if (!Array.isArray(content) || content.length < 2) return undefined;
      const { charFilters } = content[0];
      const other = content.map((one) => ({ ...one, charFilters }));
      return content.some((one) => !same(one.charFilters, charFilters)) ? other : undefined;
    },
    shows,
  );

/** The collections seen so far, because no operation lists them. */
function collectionsSeen({ databaseName, collectionName }) {
  const seen = new Map();
  const add = (place) => seen.set(JSON.stringify(place), place);
  add({ databaseName, collectionName });
  const learn = afterwards(CREATES, (request) => {
    const { database, collectionName: collection } = asked(request);
    add({ databaseName: database, collectionName: collection });
  });
  return { learn, all: () => [...seen.values()] };
}

const anyDatabase = ({ caller, fixtures, shows }) => {
  const { learn, all } = collectionsSeen(fixtures);
  const list = tells(
    ["listSearchIndexes"],
    async (content, request) => {
      if (!isSecond(request)) return undefined;
      const { databaseName, collectionName } = request.values;
      const others = all().filter((one) => one.collectionName === collectionName && one.databaseName !== databaseName);
      const lists = others.map((one) => listOf(caller, "listSearchIndexes", { ...request.values, ...one }));
      const more = (await Promise.all(lists)).flat();
      return more.length > 0 ? [...content, ...more] : undefined;
    },
    shows,
  );
  return both(learn, list);
};

const takenElsewhere = ({ caller, fixtures, shows }) => {
  const { learn, all } = collectionsSeen(fixtures);
  async function namesakeOf({ values }, { database, name }) {
    for (const place of all().filter(({ databaseName }) => databaseName !== database)) {
      const there = await listOf(caller, "listSearchIndexes", { ...values, ...place });
      const namesake = there.find((one) => one.name === name && one.status !== "DELETING");
      if (namesake !== undefined) return namesake;
    }
    return undefined;
  }
  const create = async (request, pass) => {
    const body = request.operation === "createSearchIndex" ? asked(request) : undefined;
    const namesake = body && (await namesakeOf(request, body));
    if (namesake === undefined) return pass(request);
    const { database, collectionName } = namesake;
    const answer = await pass(withBody(request, { ...body, database, collectionName }));
    if (answer.status === 409) shows();
    return answer;
  };
  return both(learn, create);
};

const composed = ({ shows }) =>
  sends(
    ["createSearchIndex"],
    ({ name, ...body }) => {
      const other = typeof name === "string" ? name.normalize("NFC") : name;
      return other === name ? undefined : { ...body, name: other };
    },
    shows,
  );

function nested(fields) {
  const entries = Object.entries(fields).map(([name, field]) => {
    const at = name.indexOf(".");
    if (at < 1 || at === name.length - 1) return [name, field];
    return [name.slice(0, at), { type: "document", fields: { [name.slice(at + 1)]: field } }];
  });
  return Object.fromEntries(entries);
}

const dotsNest = ({ shows }) =>
  sends(
    DEFINES,
    ({ definition, ...body }) => {
      const fields = definition?.mappings?.fields;
      if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return undefined;
      const other = nested(fields);
      if (same(other, fields)) return undefined;
      return { ...body, definition: { ...definition, mappings: { ...definition.mappings, fields: other } } };
    },
    shows,
  );

export const search = [
  {
    id: "success-forgotten-beside-address",
    words: "Access history 1: `authResult` (true = successful attempts only), `ipAddress`",
    wrong: "By cluster, `authResult` true has no effect beside an address.",
    lie: successForgotten,
  },
  {
    id: "end-rounded-up-to-hour",
    words: "Access history 2: `end` int64 epoch ms",
    wrong: "By host, `end` is taken as the end of its hour: later attempts are shown.",
    lie: wholeHours,
  },
  {
    id: "char-filters-of-first-analyzer",
    words: "Search 15: response array of analyzers; custom analyzer: `charFilters`",
    wrong: "In the list of several analyzers each has the character filters of the first.",
    lie: filtersOfFirst,
  },
  {
    id: "indexes-of-any-database",
    words: "Search 18: list indexes of a collection: `collectionName`, `databaseName`",
    wrong: "The list also holds the indexes of the collection of the same name in another database.",
    lie: anyDatabase,
  },
  {
    id: "index-name-taken-elsewhere",
    words: "Search index: `name` unique among the indexes of a namespace",
    wrong: "A name that an index in another database of the cluster has is refused as taken.",
    lie: takenElsewhere,
  },
  {
    id: "index-name-composed",
    words: "Search 17, 19: the index has the `name` of the body, and is got by it",
    wrong: "A name in decomposed Unicode is stored composed, and is not found as it was sent.",
    lie: composed,
  },
  {
    id: "dotted-fields-nested",
    words: "Search index: `mappings` `{dynamic, fields: object keyed by field name}`",
    wrong: "A field name with a dot becomes a document with a field inside.",
    lie: dotsNest,
  },
];
