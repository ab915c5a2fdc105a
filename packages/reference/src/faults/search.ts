import type { OperationId } from "@plumbline/schemas";
import type { IndexNames } from "../records/search-index.ts";
import { fieldsOf, textMember } from "../rules/members.ts";
import { honestSearch, type IndexFields } from "../rules/search.ts";
import { INDEX, WORDS } from "./bodies.ts";
import { type Fault, layer } from "./fault.ts";
import type { Asked, Probe, ProbeReply, Prober } from "./probe.ts";
import { createsFlatIndex } from "./requests.ts";
import { searchBodyFaults } from "./search-bodies.ts";
import { differs } from "./search-decisions.ts";

type Change = Fault["change"];

/** Refuses creates of one form. */
const objectsTo =
  (operation: OperationId, version: "definition" | "flat"): Change =>
  ({ objections }) => ({
    objections: (found, sent) => {
      const form = sent.operation.body?.schema.properties?.["definition"] === undefined ? "flat" : "definition";
      const refused = sent.operation.id === operation && form === version;
      return refused
        ? [{ pointer: "", keyword: "not", expected: "another form", received: "" }]
        : objections(found, sent);
    },
  });

const analyzes = (...analyzers: readonly object[]): Probe => [
  ["replaceCustomAnalyzers", { json: analyzers }],
  ["listCustomAnalyzers"],
];

/** Two indexes of one name in two collections, a write to the second one by its id, and a read of the first one. */
async function twins({ ask }: Prober, [write, call]: Asked): Promise<readonly ProbeReply[]> {
  const json = { ...INDEX, definition: { mappings: { dynamic: true } } };
  const made = await ask(
    ["createSearchIndex", { json }],
    ["createSearchIndex", { json: { ...json, collectionName: "elsewhere" } }],
  );
  const [first, second] = made.map((one) => ({ indexId: textMember(fieldsOf(one.json), "indexID") ?? "" }));
  return ask(
    [write, { ...call, ...(second && { path: second }) }],
    ["getSearchIndexById", { ...(first && { path: first }) }],
  );
}

/** Mistakes in the forms, lists and deletions of search indexes and custom analyzers. */
export const searchFaults = layer("search", [
  ...searchBodyFaults,
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
    text: "The list of the indexes of a collection contains those of the whole cluster.",
    violates: ["SRCH-LIST-SCOPE"],
    inPassing: ["REC-ELSEWHERE"],
    change: differs(() => ({ lists: () => true })),
    probe: [["listSearchIndexes"]],
  },
  {
    id: "SR-29",
    text: "The list of the indexes of a collection contains those of the whole database.",
    violates: ["SRCH-LIST-SCOPE"],
    inPassing: ["REC-ELSEWHERE"],
    change: differs(() => ({ lists: (index, { database }) => index.database === database })),
    probe: [["listSearchIndexes", { path: { collectionName: "nothing" } }]],
  },
  {
    id: "SR-60",
    text: "The list of the indexes of a collection also contains those of its namesakes in other databases.",
    violates: ["SRCH-LIST-SCOPE"],
    inPassing: ["REC-ELSEWHERE"],
    change: differs(() => ({ lists: (index, { collectionName }) => index.collectionName === collectionName })),
    probe: [["listSearchIndexes", { path: { databaseName: "other" } }]],
  },
  {
    id: "SR-30",
    text: "The flat form loses storedSource.",
    violates: ["SRCH-RESP-FLAT", "SRCH-KEPT", "REC-ECHO"],
    change: differs(() => ({ showFlatIndex: ({ storedSource: _storedSource, ...index }) => index })),
    probe: createsFlatIndex({ storedSource: { include: ["a"] } }),
  },
  {
    id: "SR-18",
    text: "A read of an index by its id shows another name than a read by its names.",
    violates: ["SRCH-BY-ID-BY-NAME"],
    inPassing: ["REC-VIEWS"],
    change: differs(() => ({ showIndexById: (index) => ({ ...index, name: `${index["name"]}-by-id` }) })),
    probe: [["getSearchIndexById"]],
  },
  {
    id: "SR-19",
    text: "An update does not change the definition.",
    violates: ["SRCH-UPDATE-DEFINITION", "SRCH-UPDATE-KEPT", "REC-ECHO"],
    change: differs(() => ({ updatedIndex: (index) => index })),
    probe: [["updateSearchIndexById", { json: { definition: { mappings: { dynamic: false } } } }]],
  },
  {
    id: "SR-20",
    text: "Deleting an index has no effect.",
    violates: ["SRCH-DELETE-EVENTUAL"],
    change: differs(({ stateOf }) => ({ stateOf: ({ deleted: _, ...index }, now) => stateOf(index, now) })),
    probe: async ({ reference, ask }) => {
      await ask(["deleteSearchIndexById"]);
      reference.clock.advance(20_000);
      return ask(["getSearchIndexById"]);
    },
  },
  {
    id: "SR-77",
    text: "Lists of version 1.0 still show a deleted index if it was updated before.",
    violates: ["SRCH-DELETE-EVENTUAL"],
    change: differs(() => ({ staysListed: ({ latest }) => latest.version > 1 })),
    probe: async ({ reference, ask }) => {
      await ask(["updateSearchIndexById", { json: { definition: { mappings: { dynamic: false } } } }]);
      await ask(["deleteSearchIndexById"]);
      reference.clock.advance(20_000);
      return ask(["listSearchIndexes", { version: "1.0" }]);
    },
  },
  {
    id: "SR-83",
    text: "Lists of version 1.0 show a deleted index as DELETING forever.",
    violates: ["SRCH-DELETE-EVENTUAL"],
    change: differs(({ stateOf, showFlatIndex }) => {
      const gone = new Set<unknown>();
      return {
        staysListed: () => true,
        stateOf: (index, now) => {
          const state = stateOf(index, now);
          if (state === "GONE") gone.add(index.id);
          return state;
        },
        showFlatIndex: (index) => showFlatIndex(gone.has(index["indexID"]) ? { ...index, status: "DELETING" } : index),
      };
    }),
    probe: async ({ reference, ask }) => {
      await ask(["deleteSearchIndexById"]);
      reference.clock.advance(20_000);
      return ask(["listSearchIndexes", { version: "1.0" }]);
    },
  },
  {
    id: "SR-86",
    text: "A read by its names still shows an index that was deleted.",
    violates: ["SRCH-DELETE-EVENTUAL"],
    change: differs(({ showIndexByName }) => ({
      staysNamed: () => true,
      showIndexByName: (index) => showIndexByName({ ...index, status: "READY" }),
    })),
    probe: async ({ reference, ask }) => {
      await ask(["deleteSearchIndexById"]);
      reference.clock.advance(20_000);
      return ask(["getSearchIndexByName"]);
    },
  },
  {
    id: "SR-78",
    text: "A new index takes the members that its body leaves out from the previous index with the same name.",
    violates: ["SRCH-NAME-AGAIN"],
    change: differs(({ newIndex }) => {
      const definitions = new Map<string, IndexFields["definition"]>();
      return {
        newIndex: (fields, identity) => {
          const key = JSON.stringify([fields.database, fields.collectionName, fields.name]);
          const definition = { ...definitions.get(key), ...fields.definition };
          definitions.set(key, fields.definition);
          return newIndex({ ...fields, definition }, identity);
        },
      };
    }),
    probe: async ({ reference, ask }) => {
      const create = (definition: object) =>
        ask(["createSearchIndex", { json: { ...INDEX, name: "again", definition } }]);
      const [first] = await create({ mappings: { dynamic: true }, searchAnalyzer: "engine.simple" });
      await ask(["deleteSearchIndexById", { path: { indexId: textMember(fieldsOf(first?.json), "indexID") ?? "" } }]);
      reference.clock.advance(20_000);
      return create({ mappings: { dynamic: true } });
    },
  },
  {
    id: "SR-81",
    text: "A read of an index by its names shows the id of the first index that was read by them.",
    violates: ["SRCH-NAME-AGAIN"],
    change: differs(({ showIndexByName }) => {
      const ids = new Map<string, unknown>();
      return {
        showIndexByName: (index) => {
          const shown = fieldsOf(showIndexByName(index));
          const key = JSON.stringify([index["database"], index["collectionName"], index["name"]]);
          if (!ids.has(key)) ids.set(key, shown["indexID"]);
          return { ...shown, indexID: ids.get(key) };
        },
      };
    }),
    probe: async ({ reference, ask }) => {
      const names = { databaseName: INDEX.database, collectionName: INDEX.collectionName, indexName: "again" };
      const json = { ...INDEX, name: "again", definition: { mappings: { dynamic: true } } };
      await ask(["createSearchIndex", { json }], ["getSearchIndexByName", { path: names }]);
      await ask(["deleteSearchIndexByName", { path: names }]);
      reference.clock.advance(20_000);
      return ask(["createSearchIndex", { json }], ["getSearchIndexByName", { path: names }]);
    },
  },
  {
    id: "SR-82",
    text: "If a create is refused because its name is taken, the existing index gets its definition.",
    violates: ["REC-UNTOUCHED"],
    shownOn: ["createSearchIndex", "createSearchIndexLegacy"],
    change: differs(({ updatedIndex }) => ({ afterNamesake: updatedIndex })),
    probe: [true, false].flatMap((dynamic) => [
      ["createSearchIndex", { json: { ...INDEX, definition: { mappings: { dynamic } } } }] as const,
      [
        "getSearchIndexByName",
        { path: { databaseName: INDEX.database, collectionName: INDEX.collectionName, indexName: INDEX.name } },
      ] as const,
    ]),
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
    text: "The custom analyzers lose their token filters.",
    violates: ["SRCH-ANALYZERS-REPLACE"],
    change: differs(({ analyzersAfter }) => ({
      analyzersAfter: (before, sent) => analyzersAfter(before, sent).map(({ tokenFilters: _, ...rest }) => rest),
    })),
    probe: analyzes({ ...WORDS, tokenFilters: [{ type: "lowercase" }] }),
  },
  {
    id: "SR-22",
    text: "Version 2 refuses to create an index from a definition.",
    violates: ["VER-2-SEARCH-DEFINITION", "OP17-PARAMS"],
    change: objectsTo("createSearchIndex", "definition"),
    probe: [["createSearchIndex", { json: { ...INDEX, definition: {} } }]],
  },
  {
    id: "SR-23",
    text: "Version 2 refuses to create an index from a flat body.",
    violates: ["VER-2-SEARCH-FLAT", "OP17legacyFlat-PARAMS"],
    change: objectsTo("createSearchIndexLegacy", "flat"),
    probe: createsFlatIndex({}),
  },
  {
    id: "SR-24",
    text: "Reading an index by its id is not served.",
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
    text: "Index ids in upper case are accepted.",
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
    id: "SR-76",
    text: "A read of an index by its names always looks in the database that was requested first.",
    violates: ["SRCH-NAMES-APART", "GEN-RECORD-ADDRESSED"],
    change: ({ read }) => {
      let first: string | undefined;
      return {
        read: (parameter, text, operation) => {
          if (operation?.id !== "getSearchIndexByName" || parameter.name !== "databaseName")
            return read(parameter, text, operation);
          first ??= text;
          return read(parameter, first, operation);
        },
      };
    },
    probe: [["getSearchIndexByName"], ["getSearchIndexByName", { path: { databaseName: "elsewhere" } }]],
  },
  {
    id: "SR-84",
    text: "An update by names changes the first index of that name in the cluster, whatever its collection.",
    violates: ["SRCH-NAMES-APART"],
    change: differs(() => ({
      updated: (named, all, address) =>
        (address === "names" ? all.find(({ name }) => name === named.name) : undefined) ?? named,
    })),
    probe: ({ ask }) => {
      const json = { ...INDEX, definition: { mappings: { dynamic: true } } };
      const elsewhere = { ...json, collectionName: "elsewhere" };
      const names = { databaseName: INDEX.database, collectionName: "elsewhere", indexName: INDEX.name };
      const change = { json: { definition: { mappings: { dynamic: false } } }, path: names };
      return ask(
        ["createSearchIndex", { json }],
        ["createSearchIndex", { json: elsewhere }],
        ["updateSearchIndexByName", change],
      );
    },
  },
  {
    id: "SR-75",
    text: "Deleting an index by its name also deletes its namesakes at all clusters of the project.",
    violates: ["SRCH-NAMES-APART"],
    change: differs(() => ({
      goWith: (index, all, address) =>
        all.filter((other) => address === "names" && other.id !== index.id && honestSearch.sameNames(other, index)),
    })),
    probe: async ({ reference: { world }, ask }) => {
      const path = { clusterName: world.backup.shardedClusterName };
      const json = { ...INDEX, definition: { mappings: { dynamic: true } } };
      const [there] = await ask(["createSearchIndex", { json, path }], ["createSearchIndex", { json }]);
      const indexId = textMember(fieldsOf(there?.json), "indexID") ?? "";
      const names = { databaseName: INDEX.database, collectionName: INDEX.collectionName, indexName: INDEX.name };
      return ask(["deleteSearchIndexByName", { path: names }], ["getSearchIndexById", { path: { ...path, indexId } }]);
    },
  },
  {
    id: "SR-88",
    text: "Deleting an index by its id deletes all indexes of that name at the cluster, whatever their collection.",
    violates: ["SRCH-NAMES-APART"],
    inPassing: ["REC-THERE"],
    change: differs(() => ({
      goWith: ({ id, name, clusterId }, all, address) =>
        all.filter(
          (other) => address === "id" && other.id !== id && other.name === name && other.clusterId === clusterId,
        ),
    })),
    probe: (prober) => twins(prober, ["deleteSearchIndexById"]),
  },
  {
    id: "SR-89",
    text: "An update by id changes the first index of that name in the cluster, whatever its collection.",
    violates: ["SRCH-NAMES-APART"],
    inPassing: ["REC-UNTOUCHED"],
    change: differs(() => ({
      updated: (addressed, all, address) =>
        (address === "id" ? all.find(({ name }) => name === addressed.name) : undefined) ?? addressed,
    })),
    probe: (prober) =>
      twins(prober, ["updateSearchIndexById", { json: { definition: { mappings: { dynamic: false } } } }]),
  },
  {
    id: "SR-90",
    text: "The name of a deleted index is never free again in its collection.",
    violates: ["SRCH-NAME-AGAIN"],
    change: differs(({ deletedIndex }) => {
      const taken = new Set<string>();
      const keyOf = (names: IndexNames) => `${names.database} ${names.collectionName} ${names.name}`;
      return {
        deletedIndex: (index, now) => {
          taken.add(keyOf(index));
          return deletedIndex(index, now);
        },
        takesName: (names) => !taken.has(keyOf(names)),
      };
    }),
    probe: async ({ reference: { clock }, ask }) => {
      const creates: Asked = ["createSearchIndex", { json: { ...INDEX, definition: { mappings: { dynamic: true } } } }];
      const [made] = await ask(creates);
      await ask(["deleteSearchIndexById", { path: { indexId: textMember(fieldsOf(made?.json), "indexID") ?? "" } }]);
      // The index is gone by then.
      clock.advance(60_000);
      return ask(creates);
    },
  },
  {
    id: "SR-31",
    text: "An index can be changed and deleted by its id under every cluster of its project.",
    violates: ["GEN-WRITE-ELSEWHERE"],
    change: differs(() => ({ changesOf: () => undefined })),
    probe: ({ reference: { world } }) => [
      ["deleteSearchIndexById", { path: { clusterName: world.backup.shardedClusterName } }],
    ],
  },
]);
