import { describe, expect, it } from "vitest";
import { bindContract } from "./bind.ts";
import { openApiDocument } from "./derive/openapi.ts";
import { exampleOf } from "./example.ts";
import { atlas } from "./profiles/atlas.ts";
import { neutral } from "./profiles/neutral.ts";
import { createValidator } from "./validate.ts";

const { violations } = createValidator();
const contract = bindContract(neutral);
const members = (id: "createSearchIndex", version?: "1.0" | "2") =>
  Object.keys(contract.operation(id, version).body?.schema.properties ?? {});

describe("bindContract", () => {
  it("returns one contract per profile object", () => {
    expect(bindContract(neutral)).toBe(contract);
    expect(bindContract({ ...neutral })).not.toBe(contract);
  });
});

describe("contract.operation", () => {
  it("returns the form of the named version, or the general form", () => {
    expect(members("createSearchIndex", "1.0")).toContain("mappings");
    expect(members("createSearchIndex", "2")).toContain("definition");
    expect(members("createSearchIndex")).toEqual(members("createSearchIndex", "2"));
    expect(contract.operation("createSearchIndex", "1.0").body).toBe(contract.route("createSearchIndex", "1.0")?.body);
    expect(contract.operation("createSearchIndex", "1.0").title).toBe("Create search index");
  });

  it("returns the same object for versions without differences", () => {
    const general = contract.operation("getAuditing");
    expect(contract.operation("getAuditing", "1.0")).toBe(general);
    expect(contract.operation("getAuditing", "2")).toBe(general);
    expect(contract.operation("getAuditing", "standalone")).toBe(general);
    const own = contract.operation("createSearchIndex", "1.0");
    expect(contract.operation("createSearchIndex", "1.0")).toBe(own);
    expect(own).not.toBe(contract.operation("createSearchIndex"));
  });

  it("keeps what a version does not change", () => {
    const [route] = bindContract(atlas).operation("getSearchIndexById").routes;
    expect(route).toMatchObject({ version: "1.0", query: [{ name: "envelope" }, { name: "pretty" }] });
    expect(route && "body" in route).toBe(false);
  });
});

describe.each([neutral, atlas])("every route of profile $name", (profile) => {
  const routes = bindContract(profile).operations.flatMap(({ id, routes }) =>
    routes.map((route) => [`${id} in ${route.version}`, route] as const),
  );

  it.each(routes)("accepts its own examples: %s", (_name, { body, result, query }) => {
    const schemas = [body?.schema, "schema" in result ? result.schema : undefined, ...query.map((q) => q.schema)];
    for (const schema of schemas)
      if (schema) expect(violations(schema, exampleOf(schema)), schema.title ?? "").toEqual([]);
  });
});

it("openApiDocument describes each route in its own form", () => {
  const { paths } = openApiDocument(contract);
  const body = (path: string): string => JSON.stringify(paths[path]?.["post"] ?? {}).replace(/"responses".*/, "");
  const cluster = "/groups/{groupId}/clusters/{clusterName}";
  expect(body(`/api/product/v1.0${cluster}/fts/indexes`)).toContain("/FlatSearchIndexInput");
  expect(body(`/api/product/v2${cluster}/fts/indexes`)).toContain("/LegacySearchIndexInput");
  expect(body(`/api/product/v2${cluster}/search/indexes`)).toContain("/SearchIndexInput");
});
