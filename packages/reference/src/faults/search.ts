import type { OperationId } from "@plumbline/schemas";
import type { Violation } from "@plumbline/schemas/validate";
import type { Behaviour } from "../behaviour.ts";
import type { SearchBehaviour } from "../rules/search.ts";
import { type Fault, layer } from "./fault.ts";

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

export const searchFaults = layer("search", [
  {
    id: "SR-01",
    text: "An index is created without collectionName, database or name.",
    violates: ["SRCH-COMMON"],
    change: overlooks(CREATES, ({ pointer, keyword }) => keyword === "required" && /^\/?[A-Za-z]*$/.test(pointer)),
  },
  {
    id: "SR-02",
    text: "Several indexes of a collection may have the same name.",
    violates: ["SRCH-NAME-UNIQUE"],
    change: differs(() => ({ sameNames: () => false })),
  },
  {
    id: "SR-03",
    text: "An index created without type is a vector index.",
    violates: ["SRCH-TYPE-DEFAULT"],
    change: differs(({ newIndex }) => ({
      newIndex: (fields, identity) => ({ ...newIndex(fields, identity), type: fields.type ?? "vectorSearch" }),
    })),
  },
  {
    id: "SR-04",
    text: "mappings.dynamic of any type is accepted.",
    violates: ["SRCH-FLAT-FIELDS"],
    change: overlooks(CREATES, ({ pointer }) => pointer.endsWith("/mappings/dynamic")),
  },
  {
    id: "SR-05",
    text: "The analyzer of an index is the simple one by default.",
    violates: ["SRCH-ANALYZER-DEFAULT"],
    change: differs(({ newIndex }) => ({
      newIndex: ({ definition, ...fields }, identity) =>
        newIndex({ ...fields, definition: { analyzer: "engine.simple", ...definition } }, identity),
    })),
  },
  {
    id: "SR-06",
    text: "Any word after the prefix is taken for a built-in analyzer.",
    violates: ["SRCH-ANALYZER-VALUES"],
    change: differs(() => ({ knowsAnalyzer: () => true })),
  },
  {
    id: "SR-27",
    text: "The analyzer of searches may be any word after the prefix; that of the index may not.",
    violates: ["SRCH-ANALYZER-VALUES"],
    change: differs(({ knowsAnalyzer }) => ({
      knowsAnalyzer: (name, member, write) => member === "searchAnalyzer" || knowsAnalyzer(name, member, write),
    })),
  },
  {
    id: "SR-07",
    text: "storedSource may have include and exclude at once.",
    violates: ["SRCH-STOREDSOURCE"],
    change: overlooks(CREATES, ({ pointer, keyword }) => keyword === "not" && pointer.endsWith("/storedSource")),
  },
  {
    id: "SR-34",
    text: "storedSource is an object, and never a boolean.",
    violates: ["SRCH-STOREDSOURCE"],
    change: refusesText(/"storedSource":true/),
  },
  {
    id: "SR-32",
    text: "There is no character filter for Persian.",
    violates: ["SRCH-CHARFILTERS"],
    change: refusesText(/"charFilters":[^\]]*"type":"persian"/),
  },
  {
    id: "SR-08",
    text: "An update without a definition is accepted.",
    violates: ["SRCH-DEFINITION-REQUIRED"],
    change: overlooks(UPDATES, ({ keyword }) => keyword === "required"),
  },
  {
    id: "SR-09",
    text: "A custom analyzer needs no tokenizer.",
    violates: ["SRCH-ANALYZER-REQ"],
    change: overlooks(
      ANALYZERS,
      ({ keyword, expected, pointer }) => keyword === "required" && `${pointer} ${expected}`.includes("tokenizer"),
    ),
  },
  {
    id: "SR-10",
    text: "Two custom analyzers may have the same name.",
    violates: ["SRCH-ANALYZER-NAME-UNIQUE"],
    change: differs(() => ({ repeatedName: () => undefined })),
  },
  {
    id: "SR-11",
    text: "Character filters of any type are accepted.",
    violates: ["SRCH-CHARFILTERS"],
    change: overlooks(ANALYZERS, ({ pointer }) => pointer.includes("/charFilters/")),
  },
  {
    id: "SR-12",
    text: "Token filters of any type are accepted.",
    violates: ["SRCH-TOKENFILTERS"],
    change: overlooks(ANALYZERS, ({ pointer }) => pointer.includes("/tokenFilters/")),
  },
  {
    id: "SR-33",
    text: "The token filter asciiFolding is not known.",
    violates: ["SRCH-TOKENFILTERS"],
    change: refusesText(/"tokenFilters":\[\{"type":"asciiFolding"/),
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
  },
  {
    id: "SR-14",
    text: "Clusters of every engine get search indexes.",
    violates: ["SRCH-ENGINE"],
    change: differs(() => ({ servesSearch: () => true })),
  },
  {
    id: "SR-70",
    text: "Search indexes need an engine that is newer than 4.2.",
    violates: ["SRCH-ENGINE"],
    change: differs(({ servesSearch }) => ({
      servesSearch: (cluster) => servesSearch(cluster) && !/^4\.2(\.|$)/.test(cluster.engineVersion),
    })),
  },
  {
    id: "SR-71",
    text: "An update may give two custom analyzers of an index the same name.",
    violates: ["SRCH-ANALYZER-NAME-UNIQUE"],
    change: differs(({ repeatedName }) => ({
      repeatedName: (analyzers, write) => (write === "update" ? undefined : repeatedName(analyzers, write)),
    })),
  },
  {
    id: "SR-72",
    text: "An update takes any word after the prefix for a built-in analyzer.",
    violates: ["SRCH-ANALYZER-VALUES"],
    change: differs(({ knowsAnalyzer }) => ({
      knowsAnalyzer: (name, member, write) => write === "update" || knowsAnalyzer(name, member, write),
    })),
  },
  {
    id: "SR-73",
    text: "An update takes storedSource with include and exclude at once.",
    violates: ["SRCH-STOREDSOURCE"],
    change: overlooks(UPDATES, ({ keyword, pointer }) => keyword === "not" && pointer.endsWith("/storedSource")),
  },
  {
    id: "SR-15",
    text: "queryable is a text in the definition form.",
    violates: ["SRCH-RESP-DEFINITION"],
    change: differs(() => ({ showIndex: (index) => ({ ...index, queryable: String(index["queryable"]) }) })),
  },
  {
    id: "SR-16",
    text: "The flat form has no status.",
    violates: ["SRCH-RESP-FLAT"],
    change: differs(() => ({ showFlatIndex: ({ status: _status, ...index }) => index })),
  },
  {
    id: "SR-17",
    text: "The index list of a collection holds those of the whole cluster.",
    violates: ["SRCH-LIST-SCOPE"],
    change: differs(() => ({ lists: () => true })),
  },
  {
    id: "SR-29",
    text: "The index list of a collection holds those of the whole database.",
    violates: ["SRCH-LIST-SCOPE"],
    change: differs(() => ({ lists: (index, { database }) => index.database === database })),
  },
  {
    id: "SR-60",
    text: "The index list of a collection holds those of collections of its name in every database.",
    violates: ["SRCH-LIST-SCOPE"],
    change: differs(() => ({ lists: (index, { collectionName }) => index.collectionName === collectionName })),
  },
  {
    id: "SR-30",
    text: "The flat form loses storedSource.",
    violates: ["SRCH-RESP-FLAT", "SRCH-KEPT"],
    change: differs(() => ({ showFlatIndex: ({ storedSource: _storedSource, ...index }) => index })),
  },
  {
    id: "SR-18",
    text: "An index read by its id has another name than when read by its names.",
    violates: ["SRCH-BY-ID-BY-NAME"],
    change: differs(() => ({ showIndexById: (index) => ({ ...index, name: `${index["name"]}-by-id` }) })),
  },
  {
    id: "SR-19",
    text: "An update keeps the definition as it was.",
    violates: ["SRCH-UPDATE-DEFINITION", "SRCH-UPDATE-KEPT"],
    change: differs(() => ({ updatedIndex: (index) => index })),
  },
  {
    id: "SR-20",
    text: "A deleted index stays for ever, as if nobody had deleted it.",
    violates: ["SRCH-DELETE-EVENTUAL"],
    change: differs(({ stateOf }) => ({ stateOf: ({ deleted: _, ...index }, now) => stateOf(index, now) })),
  },
  {
    id: "SR-21",
    text: "Updating the custom analyzers changes nothing.",
    violates: ["SRCH-ANALYZERS-REPLACE"],
    change: differs(() => ({ analyzersAfter: (before) => before })),
  },
  {
    id: "SR-28",
    text: "Custom analyzers lose their token filters when they are kept.",
    violates: ["SRCH-ANALYZERS-REPLACE"],
    change: differs(({ analyzersAfter }) => ({
      analyzersAfter: (before, sent) => analyzersAfter(before, sent).map(({ tokenFilters: _, ...rest }) => rest),
    })),
  },
  {
    id: "SR-22",
    text: "Version 2 takes no definition.",
    violates: ["VER-2-SEARCH-DEFINITION", "OP17-PARAMS"],
    change: objectsTo("createSearchIndex", "definition"),
  },
  {
    id: "SR-23",
    text: "Version 2 takes no flat body.",
    violates: ["VER-2-SEARCH-FLAT", "OP17legacyFlat-PARAMS"],
    change: objectsTo("createSearchIndexLegacy", "flat"),
  },
  {
    id: "SR-24",
    text: "There are no indexes by id.",
    violates: ["VER-2-INDEX-OPS", "OP22-PARAMS"],
    change: ({ mount }) => ({ mount: (route) => (route.id === "getSearchIndexById" ? [] : mount(route)) }),
  },
  {
    id: "SR-25",
    text: "A delete answers with the index.",
    violates: ["OP21-RESP", "OP24-RESP"],
    change: differs(() => ({ showDeleted: () => ({ status: "DELETING" }) })),
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
  },
  {
    id: "SR-31",
    text: "An index is changed and deleted by its id under every cluster of its project.",
    violates: ["GEN-WRITE-ELSEWHERE"],
    change: differs(() => ({ changesOf: () => undefined })),
  },
]);
