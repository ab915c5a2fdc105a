import { describe, expect, it } from "vitest";
import { bindContract } from "../bind.ts";
import { atlas } from "../profiles/atlas.ts";
import { neutral } from "../profiles/neutral.ts";
import { openApiDocument } from "./openapi.ts";

const references = (value: unknown): string[] =>
  JSON.stringify(value)
    .match(/"\$ref":"[^"]+"/g)
    ?.map((text) => text.slice(8, -1)) ?? [];

describe.each([neutral, atlas])("the OpenAPI document under profile $name", (profile) => {
  const contract = bindContract(profile);
  const document = openApiDocument(contract);

  it("describes every modelled operation in each of its versions, with unique ids", () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((one) => (one as { operationId: string }).operationId),
    );
    const routes = contract.operations.filter((operation) => operation.result).flatMap((operation) => operation.routes);
    expect(ids).toHaveLength(routes.length);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("refers only to components that it holds", () => {
    const held = Object.keys((document["components"] as { schemas: object }).schemas).map(
      (name) => `#/components/schemas/${name}`,
    );
    expect(references(document).length).toBeGreaterThan(50);
    expect(references(document).filter((reference) => !held.includes(reference))).toEqual([]);
  });

  it("declares the digest challenge and a body per error status", () => {
    const [path = ""] = Object.keys(document.paths).filter((one) => one.endsWith("/v2/groups/{groupId}/alerts"));
    const get = document.paths[path]?.["get"] as { responses: Record<string, { headers?: object }> };
    expect(Object.keys(get.responses)).toEqual(["200", "400", "401", "403", "404"]);
    expect(JSON.stringify(get.responses["401"]?.headers)).toContain("algorithm=MD5");
  });

  it("can be limited to one version", () => {
    const one = openApiDocument(contract, { versions: ["2"] });
    expect(
      Object.keys(one.paths)
        .filter((path) => path.includes("/api/"))
        .every((path) => path.includes("/v2/") || path.endsWith("/oauth/token")),
    ).toBe(true);
  });
});
