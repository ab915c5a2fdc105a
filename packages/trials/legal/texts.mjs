// The notation of JSON, and additional members.
import { accepted, contentOf, eachRecord, jsonOf, queryOf, withWhole } from "../defects/answers.mjs";
import { isPaged } from "../safety/interface.mjs";
import { everywhere, isMain, isObject, retells, retold, withSame } from "./helpers.mjs";

const isPretty = (request) => queryOf(request).get("pretty") === "true";
const stepOf = (request) => (isPretty(request) ? 2 : 0);
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[:,]/g;

const hex = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}`;
const escapedLetter = (text) => {
  if (text.length > 1) return text;
  if (text === "/") return "\\/";
  return /[aeiouy<>&]|[^ -~]/.test(text) ? hex(text) : text;
};
const escaped = (text) => `"${text.slice(1, -1).replace(/\\u[0-9a-f]{4}|\\.|[^\\]/gi, escapedLetter)}"`;

const escapes = retold((json, request) =>
  JSON.stringify(json, undefined, stepOf(request)).replace(TOKENS, (one) => (one[0] === '"' ? escaped(one) : one)),
);

function otherNumber(text) {
  if (!/^-?\d+$/.test(text)) return text;
  const value = Number(text);
  if (!Number.isSafeInteger(value)) return text;
  return Math.abs(value) >= 100 ? value.toExponential().replace("e+", "E+0") : `${text}.0`;
}

const numbers = retold((json, request) =>
  JSON.stringify(json, undefined, stepOf(request)).replace(TOKENS, (one) =>
    /^[":,]/.test(one) ? one : otherNumber(one),
  ),
);

const blanks = retold((json, request) => {
  if (isPretty(request)) return `${JSON.stringify(json, undefined, "\t").replaceAll("\n", "\r\n")}\r\n`;
  return ` ${JSON.stringify(json).replace(TOKENS, (one) => (/^[:,]$/.test(one) ? `${one} ` : one))}\n`;
});

function turned(value) {
  if (Array.isArray(value)) return value.map(turned);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, one]) => [name, turned(one)]),
  );
}
const order = retold((json, request) => JSON.stringify(turned(json), undefined, stepOf(request)));

// Own members, including one that an object literal cannot create.
const ODD_MEMBERS = Object.entries({
  constructor: null,
  toString: "no function",
  hasOwnProperty: false,
  toJSON: 1,
  length: -1,
  _links: [],
  $schema: "https://schemas.example/record",
}).concat([
  ["then", { when: "later" }],
  ["__proto__", { id: "no prototype", enabled: "perhaps" }],
]);

/** The description says that these contain nothing else. */
const CLOSED = [
  "getCustomDns",
  "updateCustomDns",
  "disablePrivateIpMode",
  "createLinkToken",
  "listCustomAnalyzers",
].concat("replaceCustomAnalyzers");
const isOpen = (record) => isObject(record) && Object.keys(record).length > 0;
const withMembers = (record, added) => Object.fromEntries([...Object.entries(record), ...added]);

/** Adds members to each record of a success, and to each error. */
const adds =
  (addedTo) =>
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (!isMain(request) || CLOSED.includes(request.operation) || jsonOf(answer.body) === undefined) return answer;
    const other = eachRecord(contentOf(answer), (one) =>
      isOpen(one) ? withMembers(one, addedTo(one, request, answer)) : undefined,
    );
    if (other === undefined) return answer;
    shows();
    return withSame(answer, other);
  };

const linksOf = (_record, request, answer) =>
  accepted(answer)
    ? [
        [
          "links",
          [
            { rel: "self", href: `https://elsewhere.example:8443/mirror${request.path}` },
            { rel: "https://rels.example/parent", href: "https://elsewhere.example/", title: "Up" },
            { rel: "describedby", href: "/static/description.html", type: "text/html" },
          ],
        ],
      ]
    : [];

/** Adds links to each record of a list, and to the list. */
const links = (server) => {
  const records = adds(linksOf)(server);
  return async (request, pass) => {
    const answer = await records(request, pass);
    if (!accepted(answer) || request.operation === undefined || !isPaged(request.operation)) return answer;
    const content = contentOf(answer);
    return withSame(answer, withMembers(content, linksOf(content, request, answer)));
  };
};

const BIG = { dataSizeBytes: "9007199254740993", storageSizeBytes: "9223372036854775807", dbSizeBytes: "1e18" };
const bigSizes = retold((json, request) => {
  let isChanged = false;
  const marked = everywhere(json, (name, value) => {
    if (typeof value !== "number" || BIG[name] === undefined) return undefined;
    isChanged = true;
    return `#${name}#`;
  });
  if (!isChanged) return undefined;
  return JSON.stringify(marked, undefined, stepOf(request)).replace(/"#(\w+)#"/g, (_all, name) => BIG[name]);
});

const ODD_TEXT = ' "Ω\u0000\u2028\u202e\u001b[31m</script>\u{1f600}\r\n\\u0041';
const ODD_NAMES = ["logLine", "failureReason", "groupName", "orgName", "group_name", "message", "linkToken"];
const TOLD_ODDLY = [
  "getAccessLogsByCluster",
  "getAccessLogsByHost",
  "listAllClusters",
  "discoverMetricsTargets",
  "createLinkToken",
  "listSearchIndexes",
  "getSearchIndexByName",
  "getSearchIndexById",
];
const oddTexts = retells(TOLD_ODDLY, (content) =>
  everywhere(content, (name, value) =>
    ODD_NAMES.includes(name) && typeof value === "string" ? `${value}${ODD_TEXT}` : undefined,
  ),
);

/** Members that the front leaves out while they are empty. */
const SPARE = [
  "masterKeyUUID",
  "copyRegions",
  "policyItems",
  "components",
  "privateDownloadDeliveryUrls",
  "deliveryUrl",
  "customData",
  "featureUsages",
  "labels",
  "tags",
  "errorMessage",
  "failureReason",
  "acknowledgementComment",
  "extraRetentionSettings",
  "copySettings",
];
const isEmpty = (value) => value === null || value === "" || (Array.isArray(value) && value.length === 0);

const leavesOut =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.method !== "GET" || !accepted(answer)) return answer;
    const other = eachRecord(contentOf(answer), (record) => {
      if (!isObject(record)) return undefined;
      const kept = Object.entries(record).filter(([name, value]) => !(SPARE.includes(name) && isEmpty(value)));
      return kept.length < Object.keys(record).length ? Object.fromEntries(kept) : undefined;
    });
    if (other === undefined) return answer;
    shows();
    return withSame(answer, other);
  };

/** A list that contains the status itself. */
const flatEnvelope =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const json = jsonOf(answer.body);
    if (!accepted(answer) || typeof json?.status !== "number" || !Array.isArray(json?.content?.results)) return answer;
    shows();
    return withWhole(answer, { ...json.content, status: json.status });
  };

export const texts = [
  {
    id: "letters-escaped",
    twist: "Vowels, slashes and all letters beyond ASCII are escaped, in names of members as well.",
    legal: "RFC 8259 7: any letter may be escaped, and `\\/` is a slash.",
    lie: escapes,
  },
  {
    id: "numbers-in-other-spellings",
    twist: "Whole numbers are written `7.0` and `4.04E+02`.",
    legal: "RFC 8259 6: fraction and exponent do not change a number; the description names types, not spellings.",
    lie: numbers,
  },
  {
    id: "blanks-around-everything",
    twist: "One line with a blank after each comma and colon and around it all; pretty is with tabs and CRLF.",
    legal: "RFC 8259 2: blanks are insignificant; Conventions: `pretty` does not say with what.",
    lie: blanks,
  },
  {
    id: "members-turned-round",
    twist: "The members of every object are in the reverse order, those of errors and envelopes as well.",
    legal: "RFC 8259 4: members have no order.",
    lie: order,
  },
  {
    id: "members-named-like-javascript",
    twist: "Records and errors have more members: `__proto__`, `constructor`, `toString`, `then`, `toJSON`, `length`.",
    legal: "The description never says that a record has no more members (Export bucket: further fields); RFC 8259 4.",
    lie: adds(() => ODD_MEMBERS),
  },
  {
    id: "links-to-elsewhere",
    twist: "Each record and list has `links` to another host, with relations of their own.",
    legal: "The description is silent about further members; Export bucket: a further response field.",
    lie: links,
  },
  {
    id: "sizes-beyond-exact-numbers",
    twist: "Sizes are `9007199254740993` and `9223372036854775807`.",
    legal: "RFC 8259 6 sets no limit; the description none for `dataSizeBytes`, `storageSizeBytes`, `dbSizeBytes`.",
    lie: bigSizes,
  },
  {
    id: "texts-with-odd-letters",
    twist:
      "Log lines, names of projects and link tokens hold NUL, line separators, escape sequences, quotes and `</script>`.",
    legal: "They are strings of no stated form; RFC 8259 7.",
    lie: oddTexts,
  },
  {
    id: "empty-members-left-out",
    twist: "Lists, texts and details of a record that are empty are not told at all.",
    legal: "The description lists fields of responses and says of none of these that it is always there.",
    lie: leavesOut,
  },
  {
    id: "status-within-the-list",
    twist: "With `envelope`, a paged list is `{results, totalCount, status}`.",
    legal: "Conventions, envelopes: a paged list is not wrapped once more; the status joins the members that it has.",
    lie: flatEnvelope,
  },
];
