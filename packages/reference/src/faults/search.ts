import type { OperationId } from "@plumbline/schemas";
import type { Violation } from "@plumbline/schemas/validate";
import type { Behaviour } from "../behaviour.ts";
import type { SearchBehaviour } from "../rules/search.ts";
import { INDEX, WORDS } from "./bodies.ts";
import { type Fault, layer } from "./fault.ts";
import type { Probe } from "./probe.ts";
import { createsFlatIndex, times } from "./requests.ts";

type Change = Fault["change"];

/** Another answer to some decisions about search. */
const differs =
  (change: (search: SearchBehaviour) => Partial<SearchBehaviour>): Change =>
  ({ search }) => ({ search: { ...search, ...change(search) } });

/** Lets bodies of some operations pass that break the rules at certain places. */
const overlooks =
  (operations: readonly OperationId[], overlooked: (violation: Violation) => boolean): Change =>
  ({ objections }): Partial<Behaviour> => ({
    objections: (found, sight) =>
      objections(found, sight).filter(
        (violation) => !operations.includes(sight.operation.id) || !overlooked(violation),
      ),
  });

const CREATES = ["createSearchIndex", "createSearchIndexLegacy"] as const;
const UPDATES = ["updateSearchIndexByName", "updateSearchIndexById"] as const;
const ANALYZERS = ["replaceCustomAnalyzers", ...CREATES] as const;

/** Refuses bodies with analyzers or definitions of indexes in which something stands. */
const refusesText =
  (odd: RegExp): Change =>
  ({ objections }) => ({
    objections: (found, sight) => {
      const isOdd = ANALYZERS.some((id) => id === sight.operation.id) && odd.test(JSON.stringify(sight.body));
      const unknown = { pointer: "", keyword: "enum", expected: "something else", received: "" };
      return isOdd ? [...objections(found, sight), unknown] : objections(found, sight);
    },
  });

/** Refuses creates of one form. */
const objectsTo =
  (operation: OperationId, version: "definition" | "flat"): Change =>
  ({ objections }) => ({
    objections: (found, sight) => {
      const form = sight.operation.body?.schema.properties?.["definition"] === undefined ? "flat" : "definition";
      const refused = sight.operation.id === operation && form === version;
      return refused
        ? [{ pointer: "", keyword: "not", expected: "another form", received: "" }]
        : objections(found, sight);
    },
  });

const analyzes = (...analyzers: readonly object[]): Probe => [
  ["replaceCustomAnalyzers", { json: analyzers }],
  ["listCustomAnalyzers"],
];
const updatesIndex = (definition: object): Probe => [["updateSearchIndexById", { json: { definition } }]];

export const searchFaults = layer("search", [
  {
    id: "SR-01",
    text: "An index is created without collectionName, database or name.",
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
    violates: ["SRCH-FLAT-FIELDS"],
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
    text: "Any word after the prefix is taken for a built-in analyzer.",
    violates: ["SRCH-ANALYZER-VALUES"],
    change: differs(() => ({ knowsAnalyzer: () => true })),
    probe: createsFlatIndex({ analyzer: "engine.klingon" }),
  },
  {
    id: "SR-27",
    text: "The analyzer of searches may be any word after the prefix; that of the index may not.",
    violates: ["SRCH-ANALYZER-VALUES"],
    change: differs(({ knowsAnalyzer }) => ({
      knowsAnalyzer: (name, member, write) => member === "searchAnalyzer" || knowsAnalyzer(name, member, write),
    })),
    probe: createsFlatIndex({ searchAnalyzer: "engine.klingon" }),
  },
  {
    id: "SR-07",
    text: "storedSource may have include and exclude at once.",
    violates: ["SRCH-STOREDSOURCE"],
    change: overlooks(CREATES, ({ pointer, keyword }) => keyword === "not" && pointer.endsWith("/storedSource")),
    probe: createsFlatIndex({ storedSource: { include: ["a"], exclude: ["b"] } }),
  },
  {
    id: "SR-34",
    text: "storedSource is an object, and never a boolean.",
    violates: ["SRCH-STOREDSOURCE"],
    change: refusesText(/"storedSource":true/),
    probe: [["createSearchIndex", { json: { ...INDEX, name: "own", definition: { storedSource: true } } }]],
  },
  {
    id: "SR-32",
    text: "There is no character filter for Persian.",
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
    id: "SR-11",
    text: "Character filters of any type are accepted.",
    violates: ["SRCH-CHARFILTERS"],
    change: overlooks(ANALYZERS, ({ pointer }) => pointer.includes("/charFilters/")),
    probe: analyzes({ ...WORDS, charFilters: [{ type: "nope" }] }),
  },
  {
    id: "SR-12",
    text: "Token filters of any type are accepted.",
    violates: ["SRCH-TOKENFILTERS"],
    change: overlooks(ANALYZERS, ({ pointer }) => pointer.includes("/tokenFilters/")),
    probe: analyzes({ ...WORDS, tokenFilters: [{ type: "nope" }] }),
  },
  {
    id: "SR-33",
    text: "The token filter asciiFolding is not known.",
    violates: ["SRCH-TOKENFILTERS"],
    change: refusesText(/"tokenFilters":\[\{"type":"asciiFolding"/),
    probe: analyzes({ ...WORDS, tokenFilters: [{ type: "asciiFolding" }] }),
  },
  {
    id: "SR-13",
    text: "Within a definition no character filter is accepted.",
    violates: ["SRCH-V2-FREEFORM"],
    change: ({ objections }) => ({
      objections: (found, sight) => {
        const text = sight.operation.id === "createSearchIndex" ? JSON.stringify(sight.body) : "";
        const unknown = { pointer: "/definition/analyzers", keyword: "enum", expected: "no filter", received: "" };
        return /"definition".*"charFilters":\[\{/.test(text) ? [unknown] : objections(found, sight);
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
    text: "Clusters of every engine get search indexes.",
    violates: ["SRCH-ENGINE"],
    change: differs(() => ({ servesSearch: () => true })),
    probe: ({ reference: { world } }) => {
      const { oldEngineProjectId: groupId, oldestClusterName: clusterName } = world;
      return [["createSearchIndexLegacy", { path: { groupId, clusterName }, json: INDEX }]];
    },
  },
  {
    id: "SR-70",
    text: "Search indexes need an engine that is newer than 4.2.",
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
    text: "An update takes any word after the prefix for a built-in analyzer.",
    violates: ["SRCH-ANALYZER-VALUES"],
    change: differs(({ knowsAnalyzer }) => ({
      knowsAnalyzer: (name, member, write) => write === "update" || knowsAnalyzer(name, member, write),
    })),
    probe: updatesIndex({ analyzer: "engine.klingon" }),
  },
  {
    id: "SR-73",
    text: "An update takes storedSource with include and exclude at once.",
    violates: ["SRCH-STOREDSOURCE"],
    change: overlooks(UPDATES, ({ keyword, pointer }) => keyword === "not" && pointer.endsWith("/storedSource")),
    probe: updatesIndex({ storedSource: { include: ["a"], exclude: ["b"] } }),
  },
  {
    id: "SR-15",
    text: "queryable is a text in the definition form.",
    violates: ["SRCH-RESP-DEFINITION"],
    change: differs(() => ({ showIndex: (index) => ({ ...index, queryable: String(index["queryable"]) }) })),
    probe: [["getSearchIndexByName"]],
  },
  {
    id: "SR-16",
    text: "The flat form has no status.",
    violates: ["SRCH-RESP-FLAT"],
    change: differs(() => ({ showFlatIndex: ({ status: _status, ...index }) => index })),
    probe: createsFlatIndex({}),
  },
  {
    id: "SR-17",
    text: "The index list of a collection holds those of the whole cluster.",
    violates: ["SRCH-LIST-SCOPE"],
    change: differs(() => ({ lists: () => true })),
    probe: [["listSearchIndexes"]],
  },
  {
    id: "SR-29",
    text: "The index list of a collection holds those of the whole database.",
    violates: ["SRCH-LIST-SCOPE"],
    change: differs(() => ({ lists: (index, { database }) => index.database === database })),
    probe: [["listSearchIndexes", { path: { collectionName: "nothing" } }]],
  },
  {
    id: "SR-60",
    text: "The index list of a collection holds those of collections of its name in every database.",
    violates: ["SRCH-LIST-SCOPE"],
    change: differs(() => ({ lists: (index, { collectionName }) => index.collectionName === collectionName })),
    probe: [["listSearchIndexes", { path: { databaseName: "other" } }]],
  },
  {
    id: "SR-30",
    text: "The flat form loses storedSource.",
    violates: ["SRCH-RESP-FLAT", "SRCH-KEPT"],
    change: differs(() => ({ showFlatIndex: ({ storedSource: _storedSource, ...index }) => index })),
    probe: createsFlatIndex({ storedSource: { include: ["a"] } }),
  },
  {
    id: "SR-18",
    text: "An index read by its id has another name than when read by its names.",
    violates: ["SRCH-BY-ID-BY-NAME"],
    change: differs(() => ({ showIndexById: (index) => ({ ...index, name: `${index["name"]}-by-id` }) })),
    probe: [["getSearchIndexById"]],
  },
  {
    id: "SR-19",
    text: "An update keeps the definition as it was.",
    violates: ["SRCH-UPDATE-DEFINITION", "SRCH-UPDATE-KEPT"],
    change: differs(() => ({ updatedIndex: (index) => index })),
    probe: [["updateSearchIndexById", { json: { definition: { mappings: { dynamic: false } } } }]],
  },
  {
    id: "SR-20",
    text: "A deleted index stays for ever, as if nobody had deleted it.",
    violates: ["SRCH-DELETE-EVENTUAL"],
    change: differs(({ stateOf }) => ({ stateOf: ({ deleted: _, ...index }, now) => stateOf(index, now) })),
    probe: async ({ reference, ask }) => {
      await ask(["deleteSearchIndexById"]);
      reference.clock.advance(20_000);
      return ask(["getSearchIndexById"]);
    },
  },
  {
    id: "SR-21",
    text: "Updating the custom analyzers changes nothing.",
    violates: ["SRCH-ANALYZERS-REPLACE"],
    change: differs(() => ({ analyzersAfter: (before) => before })),
    probe: analyzes(WORDS),
  },
  {
    id: "SR-28",
    text: "Custom analyzers lose their token filters when they are kept.",
    violates: ["SRCH-ANALYZERS-REPLACE"],
    change: differs(({ analyzersAfter }) => ({
      analyzersAfter: (before, sent) => analyzersAfter(before, sent).map(({ tokenFilters: _, ...rest }) => rest),
    })),
    probe: analyzes({ ...WORDS, tokenFilters: [{ type: "lowercase" }] }),
  },
  {
    id: "SR-22",
    text: "Version 2 takes no definition.",
    violates: ["VER-2-SEARCH-DEFINITION", "OP17-PARAMS"],
    change: objectsTo("createSearchIndex", "definition"),
    probe: [["createSearchIndex", { json: { ...INDEX, definition: {} } }]],
  },
  {
    id: "SR-23",
    text: "Version 2 takes no flat body.",
    violates: ["VER-2-SEARCH-FLAT", "OP17legacyFlat-PARAMS"],
    change: objectsTo("createSearchIndexLegacy", "flat"),
    probe: createsFlatIndex({}),
  },
  {
    id: "SR-24",
    text: "There are no indexes by id.",
    violates: ["VER-2-INDEX-OPS", "OP22-PARAMS"],
    change: ({ mount }) => ({ mount: (route) => (route.id === "getSearchIndexById" ? [] : mount(route)) }),
    probe: [["getSearchIndexById"]],
  },
  {
    id: "SR-25",
    text: "A delete answers with the index.",
    violates: ["OP21-RESP", "OP24-RESP"],
    change: differs(() => ({ showDeleted: () => ({ status: "DELETING" }) })),
    probe: [["deleteSearchIndexById"]],
  },
  {
    id: "SR-26",
    text: "Ids of indexes are taken in upper case.",
    violates: ["GEN-ID-REJECT-indexId", "GEN-ADDRESS-REJECT-WRITES"],
    change: ({ read }) => ({
      read: (parameter, text) =>
        parameter.name === "indexId" && /^[a-f0-9]{24}$/i.test(text)
          ? { kind: "value", value: text.toLowerCase() }
          : read(parameter, text),
    }),
    probe: ({ reference: { world } }) => [
      ["getSearchIndexById", { path: { indexId: world.searchIndexes[0]?.id.toUpperCase() ?? "" } }],
    ],
  },
  {
    id: "SR-31",
    text: "An index is changed and deleted by its id under every cluster of its project.",
    violates: ["GEN-WRITE-ELSEWHERE"],
    change: differs(() => ({ changesOf: () => undefined })),
    probe: ({ reference: { world } }) => [
      ["deleteSearchIndexById", { path: { clusterName: world.backup.shardedClusterName } }],
    ],
  },
]);
