import { describe, expect, it } from "vitest";
import { bindContract } from "../bind.ts";
import { exampleOf } from "../example.ts";
import { atlas } from "../profiles/atlas.ts";
import { createValidator } from "../validate.ts";
import { searchDefinitionInput, vectorDefinition } from "./search-definition.ts";
import { definitionIndexInput, flatIndex, flatIndexInput, indexUpdate, searchIndex } from "./search-index.ts";

const { accepts, violations } = createValidator();
const answers = createValidator({ answers: true });
const names = { collectionName: "movies", database: "catalogue", name: "default" };
const ID = "32b6e34b3d91647abb20e7b8";
const flat = (members: object): boolean => accepts(flatIndexInput, { ...names, ...members });
const defined = (definition: unknown): boolean => accepts(definitionIndexInput, { ...names, definition });

/** Invalid members of a text index in both forms. */
const WRONG: readonly (readonly [what: string, members: object])[] = [
  ["a word for dynamic", { mappings: { dynamic: "x" } }],
  ["a list of fields", { mappings: { fields: [] } }],
  ["an object of analyzers", { analyzers: {} }],
  ["an analyzer without a name", { analyzers: [{ tokenizer: { type: "standard" } }] }],
  ["an analyzer without a tokenizer", { analyzers: [{ name: "a" }] }],
  ["a number for an analyzer", { analyzer: 5 }],
  ["an object for the search analyzer", { searchAnalyzer: {} }],
  ["a synonym that is not an object", { synonyms: ["a"] }],
  ["a number for a synonym's name", { synonyms: [{ name: 5 }] }],
  ["a text for a synonym's source", { synonyms: [{ source: "c" }] }],
  ["a text for stored fields", { storedSource: "title" }],
  ["stored fields that are not a list", { storedSource: { include: "title" } }],
  ["both lists of stored fields", { storedSource: { include: ["a"], exclude: ["b"] } }],
];

describe("a search index in a request", () => {
  it.each([flatIndexInput, definitionIndexInput, indexUpdate])("has a valid example of $title", (schema) => {
    expect(violations(schema, exampleOf(schema))).toEqual([]);
  });

  it.each(["collectionName", "database", "name"])("requires %s as a text in both forms", (member) => {
    for (const [schema, rest] of [
      [flatIndexInput, {}],
      [definitionIndexInput, { definition: {} }],
    ] as const) {
      expect(accepts(schema, { ...names, ...rest })).toBe(true);
      expect(accepts(schema, { ...names, ...rest, [member]: undefined })).toBe(false);
      expect(accepts(schema, { ...names, ...rest, [member]: 5 })).toBe(false);
    }
  });

  it("requires a definition in the definition form and in an update", () => {
    expect(accepts(definitionIndexInput, names)).toBe(false);
    expect(accepts(indexUpdate, {})).toBe(false);
    expect(accepts(indexUpdate, { definition: {} })).toBe(true);
    expect(defined("text")).toBe(false);
    expect(accepts(indexUpdate, { definition: [] })).toBe(false);
  });

  it.each(WRONG)("rejects %s in both forms", (_what, members) => {
    expect(flat(members)).toBe(false);
    expect(defined(members)).toBe(false);
    expect(accepts(indexUpdate, { definition: members })).toBe(false);
  });

  it("accepts stored fields as one list or a boolean", () => {
    const right = [{ include: ["a"] }, { exclude: ["a"] }, true, false];
    expect(right.filter((storedSource) => !flat({ storedSource }) || !defined({ storedSource }))).toEqual([]);
  });

  it("checks filters in the flat form only", () => {
    const analyzers = [{ name: "a", tokenizer: { type: "standard" }, tokenFilters: [{ type: "nope" }] }];
    expect(flat({ analyzers })).toBe(false);
    expect(defined({ analyzers })).toBe(true);
  });

  it("accepts any vector definition", () => {
    expect(accepts(indexUpdate, { definition: exampleOf(vectorDefinition) })).toBe(true);
    expect(exampleOf(vectorDefinition)).toMatchObject({ fields: [{ type: "vector" }] });
    expect(accepts(indexUpdate, { definition: { anything: [1, { a: null }] } })).toBe(true);
  });

  it("is a text index with the standard analyzer by default", () => {
    for (const schema of [flatIndexInput, definitionIndexInput])
      expect(schema.properties?.["type"]?.default).toBe("search");
    for (const { properties } of [flatIndexInput, searchDefinitionInput]) {
      expect(properties?.["analyzer"]?.default).toBe("engine.standard");
      expect(properties?.["searchAnalyzer"]?.default).toBe("engine.standard");
    }
  });
});

describe("a search index in an answer", () => {
  it.each([flatIndex, searchIndex])("requires only its id: $title", (schema) => {
    expect(answers.violations(schema, exampleOf(schema))).toEqual([]);
    expect(answers.accepts(schema, { indexID: ID })).toBe(true);
    expect(answers.accepts(schema, { ...names })).toBe(false);
    expect(answers.accepts(schema, { indexID: ID.toUpperCase() })).toBe(false);
    expect(answers.accepts(schema, { indexID: ID, status: "UNHEARD_OF", type: "other", links: [] })).toBe(true);
    expect(answers.accepts(schema, { indexID: ID, status: 1 })).toBe(false);
  });

  it.each<[string, object]>([
    ["queryable", { queryable: "yes" }],
    ["the definition", { latestDefinition: [] }],
    ["a definition's mappings", { latestDefinition: { mappings: { dynamic: 1 } } }],
    ["the time of a version", { latestDefinitionVersion: { createdAt: "yesterday" } }],
    ["the number of a version", { latestDefinitionVersion: { version: "1" } }],
    ["the list of hosts", { statusDetail: {} }],
    ["a host's name", { statusDetail: [{ hostname: 1 }] }],
    ["the main index of a host", { statusDetail: [{ mainIndex: { queryable: 1 } }] }],
    ["the staged index of a host", { statusDetail: [{ stagedIndex: { definitionVersion: { version: 1.5 } } }] }],
    ["the state of synonyms", { synonymMappingStatus: true }],
    ["the states of synonyms", { synonymMappingStatusDetail: { a: {} } }],
    ["the state of one synonym mapping", { synonymMappingStatusDetail: [{ a: { queryable: "yes" } }] }],
  ])("checks the type of %s", (_what, members) => {
    expect(answers.accepts(searchIndex, { indexID: ID, ...members })).toBe(false);
  });

  it("may have values in an answer that a request must not have", () => {
    const latestDefinition = { storedSource: { include: ["a"], exclude: [] }, analyzers: [{}] };
    expect(answers.accepts(searchIndex, { indexID: ID, latestDefinition })).toBe(true);
  });
});

describe("the form of a search index in each version", () => {
  const contract = bindContract(atlas);
  const titles = (id: Parameters<typeof contract.route>[0], version: "1.0" | "2") => {
    const route = contract.route(id, version);
    const { result } = route ?? {};
    return [
      route?.body?.schema.title,
      result && ("items" in result ? result.items.title : "schema" in result ? result.schema.title : result.kind),
    ];
  };

  it("is flat in version 1.0 and on the legacy route, and a definition in version 2", () => {
    expect(titles("createSearchIndex", "1.0")).toEqual(["FlatSearchIndexInput", "FlatSearchIndex"]);
    expect(titles("createSearchIndex", "2")).toEqual(["SearchIndexInput", "SearchIndex"]);
    expect(titles("createSearchIndexLegacy", "2")).toEqual(["LegacySearchIndexInput", "LegacySearchIndex"]);
    expect(titles("listSearchIndexes", "1.0")).toEqual([undefined, "FlatSearchIndex"]);
    expect(titles("listSearchIndexes", "2")).toEqual([undefined, "SearchIndex"]);
    expect(titles("getSearchIndexByName", "2")).toEqual([undefined, "SearchIndex"]);
    expect(titles("updateSearchIndexByName", "2")).toEqual(["SearchIndexUpdate", "SearchIndex"]);
    expect(titles("deleteSearchIndexByName", "2")).toEqual([undefined, "empty"]);
  });

  it("is flat, too, if a profile adds version 1.0 to the operations by id", () => {
    expect(titles("getSearchIndexById", "1.0")).toEqual([undefined, "FlatSearchIndex"]);
    expect(titles("updateSearchIndexById", "1.0")).toEqual(["FlatSearchIndexInput", "not-shown"]);
    expect(titles("updateSearchIndexById", "2")).toEqual(["SearchIndexUpdate", "not-shown"]);
    expect(titles("deleteSearchIndexById", "1.0")).toEqual([undefined, "empty"]);
  });

  it("has the profile's prefix in its default analyzer", () => {
    const properties = contract.route("createSearchIndex", "1.0")?.body?.schema.properties;
    expect(properties?.["analyzer"]?.default).toBe("lucene.standard");
    expect(properties?.["searchAnalyzer"]?.["x-known-values"]).toContain("lucene.kuromoji");
  });
});
