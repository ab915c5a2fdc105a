import { INDEX, WORDS } from "./bodies.ts";
import type { Fault, FaultRecord } from "./fault.ts";
import { overlooks } from "./overlooks.ts";
import type { Probe } from "./probe.ts";
import { createsFlatIndex, times } from "./requests.ts";
import { differs } from "./search-decisions.ts";

type Change = Fault["change"];

/** Milliseconds within which two requests count as simultaneous. */
const MOMENT = 40;

const CREATES = ["createSearchIndex", "createSearchIndexLegacy"] as const;
const UPDATES = ["updateSearchIndexByName", "updateSearchIndexById"] as const;
const ANALYZERS = ["replaceCustomAnalyzers", ...CREATES] as const;

/** Refuses bodies whose analyzers or index definitions match the expression. */
const refusesText =
  (odd: RegExp): Change =>
  ({ objections }) => ({
    objections: (found, sent) => {
      const isOdd = ANALYZERS.some((id) => id === sent.operation.id) && odd.test(JSON.stringify(sent.body));
      const unknown = { pointer: "", keyword: "enum", expected: "something else", received: "" };
      return isOdd ? [...objections(found, sent), unknown] : objections(found, sent);
    },
  });

const analyzes = (...analyzers: readonly object[]): Probe => [
  ["replaceCustomAnalyzers", { json: analyzers }],
  ["listCustomAnalyzers"],
];
const updatesIndex = (definition: object): Probe => [["updateSearchIndexById", { json: { definition } }]];

/** Faults in the accepted bodies, and in the stored results. */
export const searchBodyFaults: readonly FaultRecord[] = [
  {
    id: "SR-01",
    text: "An index without collectionName, database or name is accepted.",
    violates: ["SRCH-COMMON"],
    change: overlooks(CREATES, ({ pointer, keyword }) => keyword === "required" && /^\/?[A-Za-z]*$/.test(pointer)),
    probe: createsFlatIndex({ name: undefined }),
  },
  {
    id: "SR-02",
    text: "Several indexes of a collection may have the same name.",
    violates: ["SRCH-NAME-UNIQUE"],
    change: differs(() => ({ sameNames: () => false })),
    probe: times(2, createsFlatIndex({})),
  },
  {
    id: "SR-85",
    text: "Two indexes created at the same moment may have the same name.",
    violates: ["SRCH-NAME-UNIQUE"],
    change: differs(() => ({ noticesNamesake: ({ created }, now) => now - created > MOMENT })),
    probe: times(2, createsFlatIndex({})),
  },
  {
    id: "SR-03",
    text: "An index created without type is a vector index.",
    violates: ["SRCH-TYPE-DEFAULT"],
    change: differs(({ newIndex }) => ({
      newIndex: (fields, identity) => ({ ...newIndex(fields, identity), type: fields.type ?? "vectorSearch" }),
    })),
    probe: createsFlatIndex({}),
  },
  {
    id: "SR-04",
    text: "mappings.dynamic of any type is accepted.",
    violates: ["SRCH-FLAT-FIELDS", "GEN-MEMBER-KIND"],
    change: overlooks(CREATES, ({ pointer }) => pointer.endsWith("/mappings/dynamic")),
    probe: createsFlatIndex({ mappings: { dynamic: "x" } }),
  },
  {
    id: "SR-05",
    text: "The analyzer of an index is the simple one by default.",
    violates: ["SRCH-ANALYZER-DEFAULT"],
    change: differs(({ newIndex }) => ({
      newIndex: ({ definition, ...fields }, identity) =>
        newIndex({ ...fields, definition: { analyzer: "engine.simple", ...definition } }, identity),
    })),
    probe: createsFlatIndex({}),
  },
  {
    id: "SR-06",
    text: "Any word after the prefix is accepted as a built-in analyzer.",
    violates: ["SRCH-ANALYZER-VALUES"],
    change: differs(() => ({ knowsAnalyzer: () => true })),
    probe: createsFlatIndex({ analyzer: "engine.klingon" }),
  },
  {
    id: "SR-27",
    text: "searchAnalyzer accepts any word after the prefix; analyzer does not.",
    violates: ["SRCH-ANALYZER-VALUES"],
    change: differs(({ knowsAnalyzer }) => ({
      knowsAnalyzer: (name, member, write) => member === "searchAnalyzer" || knowsAnalyzer(name, member, write),
    })),
    probe: createsFlatIndex({ searchAnalyzer: "engine.klingon" }),
  },
  {
    id: "SR-07",
    text: "A storedSource with both include and exclude is accepted.",
    violates: ["SRCH-STOREDSOURCE"],
    change: overlooks(CREATES, ({ pointer, keyword }) => keyword === "not" && pointer.endsWith("/storedSource")),
    probe: createsFlatIndex({ storedSource: { include: ["a"], exclude: ["b"] } }),
  },
  {
    id: "SR-34",
    text: "storedSource=true is refused.",
    violates: ["SRCH-STOREDSOURCE"],
    change: refusesText(/"storedSource":true/),
    probe: [["createSearchIndex", { json: { ...INDEX, name: "own", definition: { storedSource: true } } }]],
  },
  {
    id: "SR-32",
    text: "The character filter for Persian is refused.",
    violates: ["SRCH-CHARFILTERS"],
    change: refusesText(/"charFilters":[^\]]*"type":"persian"/),
    probe: analyzes({ ...WORDS, charFilters: [{ type: "persian" }] }),
  },
  {
    id: "SR-08",
    text: "An update without a definition is accepted.",
    violates: ["SRCH-DEFINITION-REQUIRED"],
    change: overlooks(UPDATES, ({ keyword }) => keyword === "required"),
    probe: [["updateSearchIndexById", { json: {} }]],
  },
  {
    id: "SR-09",
    text: "A custom analyzer needs no tokenizer.",
    violates: ["SRCH-ANALYZER-REQ"],
    change: overlooks(
      ANALYZERS,
      ({ keyword, expected, pointer }) => keyword === "required" && `${pointer} ${expected}`.includes("tokenizer"),
    ),
    probe: analyzes({ name: "own" }),
  },
  {
    id: "SR-10",
    text: "Two custom analyzers may have the same name.",
    violates: ["SRCH-ANALYZER-NAME-UNIQUE"],
    change: differs(() => ({ repeatedName: () => undefined })),
    probe: analyzes(WORDS, WORDS),
  },
  {
    id: "SR-87",
    text: "Two custom analyzers may have the same name if another stands between them.",
    violates: ["SRCH-ANALYZER-NAME-UNIQUE"],
    change: differs(({ repeatedName }) => ({
      repeatedName: (analyzers, write) =>
        analyzers.some(({ name }, index) => index > 0 && analyzers[index - 1]?.["name"] === name)
          ? repeatedName(analyzers, write)
          : undefined,
    })),
    probe: analyzes(WORDS, { ...WORDS, name: "otherWords" }, WORDS),
  },
  {
    id: "SR-11",
    text: "Character filters of any type are accepted.",
    violates: ["SRCH-CHARFILTERS", "GEN-MEMBER-KIND"],
    change: overlooks(ANALYZERS, ({ pointer }) => pointer.includes("/charFilters/")),
    probe: analyzes({ ...WORDS, charFilters: [{ type: "nope" }] }),
  },
  {
    id: "SR-12",
    text: "Token filters of any type are accepted.",
    violates: ["SRCH-TOKENFILTERS", "GEN-MEMBER-KIND"],
    change: overlooks(ANALYZERS, ({ pointer }) => pointer.includes("/tokenFilters/")),
    probe: analyzes({ ...WORDS, tokenFilters: [{ type: "nope" }] }),
  },
  {
    id: "SR-79",
    text: "Filters of any type are accepted in every custom analyzer after the first.",
    violates: ["SRCH-CHARFILTERS", "SRCH-TOKENFILTERS"],
    change: overlooks(ANALYZERS, ({ pointer }) => /^(\/analyzers)?\/[1-9]\d*\/(char|token)Filters\//.test(pointer)),
    probe: analyzes({ ...WORDS, name: "other" }, { ...WORDS, tokenFilters: [{ type: "nope" }] }),
  },
  {
    id: "SR-80",
    text: "Only the first filter of an analyzer must have a listed type.",
    violates: ["SRCH-CHARFILTERS", "SRCH-TOKENFILTERS", "GEN-MEMBER-KIND"],
    change: overlooks(ANALYZERS, ({ pointer }) => /\/(char|token)Filters\/[1-9]/.test(pointer)),
    probe: analyzes({ ...WORDS, tokenFilters: [{ type: "trim" }, { type: "nope" }] }),
  },
  {
    id: "SR-33",
    text: "The token filter asciiFolding is refused.",
    violates: ["SRCH-TOKENFILTERS"],
    change: refusesText(/"tokenFilters":\[\{"type":"asciiFolding"/),
    probe: analyzes({ ...WORDS, tokenFilters: [{ type: "asciiFolding" }] }),
  },
  {
    id: "SR-13",
    text: "A definition with character filters is refused.",
    violates: ["SRCH-V2-FREEFORM"],
    change: ({ objections }) => ({
      objections: (found, sent) => {
        const text = sent.operation.id === "createSearchIndex" ? JSON.stringify(sent.body) : "";
        const unknown = { pointer: "/definition/analyzers", keyword: "enum", expected: "no filter", received: "" };
        return /"definition".*"charFilters":\[\{/.test(text) ? [unknown] : objections(found, sent);
      },
    }),
    probe: [
      [
        "createSearchIndex",
        { json: { ...INDEX, definition: { analyzers: [{ ...WORDS, charFilters: [{ type: "plumblineUnknown" }] }] } } },
      ],
    ],
  },
  {
    id: "SR-14",
    text: "Search indexes are accepted on clusters with any engine.",
    violates: ["SRCH-ENGINE"],
    change: differs(() => ({ servesSearch: () => true })),
    probe: ({ reference: { world } }) => {
      const { oldEngineProjectId: groupId, oldestClusterName: clusterName } = world;
      return [["createSearchIndexLegacy", { path: { groupId, clusterName }, json: INDEX }]];
    },
  },
  {
    id: "SR-70",
    text: "Search indexes are refused on clusters with engine 4.2.",
    violates: ["SRCH-ENGINE"],
    change: differs(({ servesSearch }) => ({
      servesSearch: (cluster) => servesSearch(cluster) && !/^4\.2(\.|$)/.test(cluster.engineVersion),
    })),
    probe: ({ reference: { world } }) => [
      ["createSearchIndexLegacy", { path: { groupId: world.oldEngineProjectId, clusterName: "Old2" }, json: INDEX }],
    ],
  },
  {
    id: "SR-71",
    text: "An update may give two custom analyzers of an index the same name.",
    violates: ["SRCH-ANALYZER-NAME-UNIQUE"],
    change: differs(({ repeatedName }) => ({
      repeatedName: (analyzers, write) => (write === "update" ? undefined : repeatedName(analyzers, write)),
    })),
    probe: updatesIndex({ analyzers: [WORDS, WORDS] }),
  },
  {
    id: "SR-72",
    text: "An update accepts any word after the prefix as a built-in analyzer.",
    violates: ["SRCH-ANALYZER-VALUES"],
    change: differs(({ knowsAnalyzer }) => ({
      knowsAnalyzer: (name, member, write) => write === "update" || knowsAnalyzer(name, member, write),
    })),
    probe: updatesIndex({ analyzer: "engine.klingon" }),
  },
  {
    id: "SR-73",
    text: "An update accepts a storedSource with both include and exclude.",
    violates: ["SRCH-STOREDSOURCE"],
    change: overlooks(UPDATES, ({ keyword, pointer }) => keyword === "not" && pointer.endsWith("/storedSource")),
    probe: updatesIndex({ storedSource: { include: ["a"], exclude: ["b"] } }),
  },
  {
    id: "SR-74",
    text: "One of the listed analyzers is refused.",
    violates: ["SRCH-ANALYZER-WORDS"],
    change: differs(({ knowsAnalyzer }) => ({
      knowsAnalyzer: (name, member, write) => name !== "engine.sorani" && knowsAnalyzer(name, member, write),
    })),
    probe: createsFlatIndex({ analyzer: "engine.sorani" }),
  },
];
