import { exampleOf, operations } from "@plumbline/schemas";
import { describe, expect, test } from "vitest";
import type { Call } from "./caller.test-support.ts";
import { memberIn } from "./json.test-support.ts";
import { running } from "./running.test-support.ts";

const caller = await running();
const { clock, world } = caller.reference;
const [movies, titles, reviews] = world.searchIndexes;
const WORDS = { name: "words", tokenizer: { type: "whitespace" } };

let count = 0;
/** Names that no index has. */
const names = (change: object = {}) => {
  count += 1;
  return { database: "shop", collectionName: "goods", name: `index-${count}`, ...change };
};
const create = (change: object = {}, call: Call = {}) =>
  caller.call("createSearchIndex", { json: { ...names(), definition: {}, ...change }, ...call });
const createFlat = (change: object = {}, call: Call = {}) =>
  caller.call("createSearchIndex", { version: "1.0", json: { ...names(), ...change }, ...call });
const idOf = ({ json }: { readonly json: unknown }): string => String(memberIn(json, "indexID"));
const byId = (indexId: string, call: Call = {}) => caller.call("getSearchIndexById", { path: { indexId }, ...call });
const listed = async (database: string, collectionName: string, version: "1.0" | "2" = "2") => {
  const { json } = await caller.call("listSearchIndexes", {
    version,
    path: { databaseName: database, collectionName },
  });
  return Array.isArray(json) ? json.map((index) => memberIn(index, "indexID")) : json;
};

describe("creating an index", () => {
  test("in the definition form shows the definition, not yet built", async () => {
    const sent = { ...names(), definition: { mappings: { dynamic: true } } };
    const { status, json } = await create(sent);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      database: sent.database,
      collectionName: sent.collectionName,
      name: sent.name,
      type: "search",
      queryable: false,
      status: "PENDING",
      latestDefinition: { mappings: { dynamic: true }, analyzer: "engine.standard", searchAnalyzer: "engine.standard" },
      latestDefinitionVersion: { version: 1 },
    });
    expect(memberIn(json, "statusDetail")).toHaveLength(world.hostnames.length);
    expect(memberIn(json, "analyzer")).toBeUndefined();
  });

  test.each<[string, Call]>([
    ["version 1.0", { version: "1.0" }],
    ["the legacy route", {}],
  ])("in the flat form of %s shows the members side by side", async (_where, call) => {
    const sent = { ...names(), mappings: { dynamic: false }, analyzers: [WORDS], storedSource: { exclude: ["a"] } };
    const operation = call.version === "1.0" ? "createSearchIndex" : "createSearchIndexLegacy";
    const { json } = await caller.call(operation, { ...call, json: sent });
    expect(json).toEqual({
      ...sent,
      type: "search",
      analyzer: "engine.standard",
      searchAnalyzer: "engine.standard",
      indexID: expect.stringMatching(/^[0-9a-f]{24}$/),
      status: "IN_PROGRESS",
    });
  });

  test("shows the one index in the form of each version", async () => {
    const id = idOf(await createFlat({ synonyms: [{ name: "cars", source: { collection: "s" } }] }));
    expect((await byId(id)).json).toMatchObject({
      synonymMappingStatus: "BUILDING",
      latestDefinition: { synonyms: [{ name: "cars" }] },
    });
    expect(await listed("shop", "goods", "1.0")).toContain(id);
  });

  test("leaves out of the flat form what only a definition can hold", async () => {
    const free = { name: "free", tokenizer: { type: 5 }, charFilters: [{ any: [1] }] };
    const id = idOf(await create({ definition: { analyzers: [free, WORDS], fields: { more: 1 } } }));
    expect(memberIn((await byId(id)).json, "latestDefinition", "analyzers")).toEqual([free, WORDS]);
    const { json } = await caller.call("listSearchIndexes", {
      version: "1.0",
      path: { databaseName: "shop", collectionName: "goods" },
    });
    const flat = Array.isArray(json) ? json.find((index) => memberIn(index, "indexID") === id) : undefined;
    expect(memberIn(flat, "analyzers")).toEqual([WORDS]);
    expect(memberIn(flat, "fields")).toBeUndefined();
  });

  test("gives a vector index no analyzers", async () => {
    const definition = { fields: [{ type: "vector", path: "v" }] };
    expect(memberIn((await create({ type: "vectorSearch", definition })).json, "latestDefinition")).toEqual(definition);
  });

  test("takes a name once in a collection, in whatever form, until it is free again", async () => {
    const same = names();
    const id = idOf(await create({ ...same }));
    expect((await create({ ...same })).status).toBe(409);
    expect((await createFlat({ ...same })).status).toBe(409);
    expect((await create({ ...same, collectionName: "others" })).status).toBe(200);
    expect((await create({ ...same, database: "other" })).status).toBe(200);
    await caller.call("deleteSearchIndexById", { path: { indexId: id } });
    expect((await create({ ...same })).status).toBe(409);
    clock.advance(20_000);
    expect((await create({ ...same })).status).toBe(200);
  });

  test("needs an engine of 4.2 or later", async () => {
    const path = { groupId: world.oldEngineProjectId, clusterName: world.oldestClusterName };
    expect((await create({}, { path })).status).toBe(400);
    expect((await create({}, { path: { ...path, clusterName: "Old0" } })).status).toBe(200);
  });

  test.each<[string, object]>([
    ["an analyzer under the prefix that is not built in", { analyzer: "engine.klingon" }],
    ["a search analyzer under the prefix that is not built in", { searchAnalyzer: "engine.klingon" }],
    ["two analyzers of one name", { analyzers: [WORDS, WORDS] }],
    ["an analyzer with a reserved prefix", { analyzers: [{ ...WORDS, name: "engine.mine" }] }],
  ])("refuses %s", async (_what, members) => {
    expect((await createFlat(members)).status).toBe(400);
    expect((await create({ definition: members })).status).toBe(400);
  });

  test("takes every built-in analyzer and one of its own", async () => {
    const known = operations.createSearchIndex.inVersion?.["1.0"]?.body?.schema.properties?.["analyzer"];
    const builtIn = known?.["x-known-values"] ?? [];
    expect(builtIn).toHaveLength(46);
    for (const analyzer of [...builtIn, "words"])
      expect((await create({ definition: { analyzer, analyzers: [WORDS] } })).status).toBe(200);
  });
});

describe("an index in the course of time", () => {
  test("is built, and built anew after an update, serving the old definition meanwhile", async () => {
    const id = idOf(await create());
    const states: unknown[] = [];
    for (const wait of [0, 2_000, 8_000]) {
      clock.advance(wait);
      const { json } = await byId(id);
      states.push([memberIn(json, "status"), memberIn(json, "queryable")]);
    }
    expect(states).toEqual([
      ["PENDING", false],
      ["BUILDING", false],
      ["READY", true],
    ]);
    const definition = { mappings: { dynamic: false } };
    const updated = await caller.call("updateSearchIndexById", { path: { indexId: id }, json: { definition } });
    expect(updated.json).toMatchObject({
      latestDefinition: definition,
      latestDefinitionVersion: { version: 2 },
      queryable: true,
      status: "PENDING",
    });
    const [host] = [memberIn(updated.json, "statusDetail")].flat();
    expect(memberIn(host, "mainIndex", "definitionVersion", "version")).toBe(1);
    expect(memberIn(host, "stagedIndex", "definitionVersion", "version")).toBe(2);
    clock.advance(10_000);
    const [later] = [memberIn((await byId(id)).json, "statusDetail")].flat();
    expect(memberIn(later, "mainIndex", "definitionVersion", "version")).toBe(2);
    expect(memberIn(later, "stagedIndex")).toBeUndefined();
  });

  test("has states of its synonym mappings once it is built", async () => {
    expect((await byId(titles?.id ?? "")).json).toMatchObject({
      synonymMappingStatus: "READY",
      synonymMappingStatusDetail: [{ transport: { queryable: true, status: "READY" } }],
    });
  });

  test("goes some time after its delete, and takes no update meanwhile", async () => {
    const created = await create();
    const path = { indexId: idOf(created) };
    const reply = await caller.call("deleteSearchIndexById", { path });
    expect([reply.status, reply.text]).toEqual([204, ""]);
    clock.advance(7_999);
    expect(memberIn((await byId(path.indexId)).json, "status")).toBe("DELETING");
    expect(await listed("shop", "goods")).toContain(path.indexId);
    expect((await caller.call("updateSearchIndexById", { path, json: { definition: {} } })).status).toBe(409);
    expect((await caller.call("deleteSearchIndexById", { path })).status).toBe(204);
    clock.advance(1);
    expect((await byId(path.indexId)).status).toBe(404);
    expect(await listed("shop", "goods")).not.toContain(path.indexId);
    expect((await caller.call("deleteSearchIndexById", { path })).status).toBe(404);
  });
});

describe("addressing an index", () => {
  test("by names and by id is the same", async () => {
    const named = await caller.call("getSearchIndexByName");
    expect(named.json).toEqual((await byId(movies?.id ?? "")).json);
    expect(memberIn(named.json, "status")).toBe("READY");
  });

  test("lists those of its collection only", async () => {
    expect(await listed("catalogue", "movies")).toEqual([movies?.id, titles?.id]);
    expect(await listed("catalogue", "reviews", "1.0")).toEqual([reviews?.id]);
    expect(await listed("elsewhere", "movies")).toEqual([]);
  });

  test("works by names for updates and deletes", async () => {
    const index = names();
    const path = { databaseName: index.database, collectionName: index.collectionName, indexName: index.name };
    await create(index);
    const definition = { mappings: { dynamic: true } };
    const updated = await caller.call("updateSearchIndexByName", { path, json: { definition } });
    expect(memberIn(updated.json, "latestDefinition")).toMatchObject(definition);
    expect((await caller.call("deleteSearchIndexByName", { path })).status).toBe(204);
  });

  test("does not reach into other clusters and projects", async () => {
    const indexId = movies?.id ?? "";
    expect((await byId(indexId, { path: { indexId, clusterName: "shared-m5" } })).status).toBe(404);
    const path = { indexId, groupId: world.oldEngineProjectId, clusterName: "Old0" };
    expect((await byId(indexId, { path })).status).toBe(404);
  });
});

describe("custom analyzers of a cluster", () => {
  const replace = (json: unknown, call: Call = {}) => caller.call("replaceCustomAnalyzers", { json, ...call });

  test("are there from the start, and none on another cluster", async () => {
    expect((await caller.call("listCustomAnalyzers")).json).toMatchObject([
      { name: "partialWords" },
      { name: "words" },
    ]);
    expect((await caller.call("listCustomAnalyzers", { path: { clusterName: "shared-m5" } })).json).toEqual([]);
  });

  test("are replaced as a whole", async () => {
    const sent = [exampleOf(exampleSchema()), WORDS];
    const reply = await replace(sent);
    expect(reply.json).toEqual(sent);
    expect((await caller.call("listCustomAnalyzers")).json).toEqual(sent);
    expect((await replace([])).json).toEqual([]);
    expect((await caller.call("listCustomAnalyzers")).json).toEqual([]);
  });

  test.each<[string, unknown]>([
    ["two of one name", [WORDS, { ...WORDS, tokenizer: { type: "keyword" } }]],
    ["a reserved prefix", [{ ...WORDS, name: "engine.mine" }]],
    ["no tokenizer", [{ name: "a" }]],
    ["an unknown token filter", [{ ...WORDS, tokenFilters: [{ type: "nope" }] }]],
    ["an object", {}],
  ])("with %s are refused, and nothing changes", async (_what, json) => {
    await replace([WORDS]);
    expect((await replace(json)).status).toBe(400);
    expect((await caller.call("listCustomAnalyzers")).json).toEqual([WORDS]);
  });
});

const exampleSchema = () => operations.replaceCustomAnalyzers.body?.schema.items ?? {};
