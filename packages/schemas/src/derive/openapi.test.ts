import { describe, expect, it } from "vitest";
import { bindContract } from "../bind.ts";
import { neutral } from "../profiles/neutral.ts";
import { createValidator } from "../validate.ts";
import { openApiDocument } from "./openapi.ts";
import { BUNDLED_PROFILES } from "./outputs.ts";
import { PARAMETER_WORDS, TAG_WORDS } from "./words.ts";

interface Described {
  readonly operationId: string;
  readonly description: string;
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly headers?: object }>>;
}

const described = (paths: Readonly<Record<string, object>>): Described[] =>
  Object.values(paths).flatMap((item) => Object.values(item) as Described[]);

const references = (value: unknown): string[] =>
  JSON.stringify(value)
    .match(/"\$ref":"[^"]+"/g)
    ?.map((text) => text.slice(8, -1)) ?? [];

describe.each(BUNDLED_PROFILES)("the OpenAPI document under profile $name", (profile) => {
  const contract = bindContract(profile);
  const document = openApiDocument(contract);
  const components = document["components"] as Readonly<Record<string, Readonly<Record<string, object>>>>;

  it("describes every operation in each of its versions, with unique ids", () => {
    const ids = described(document.paths).map(({ operationId }) => operationId);
    const routes = contract.operations.flatMap((operation) => operation.routes.filter((route) => route.result));
    expect(ids).toHaveLength(routes.length);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("refers only to components that it contains", () => {
    const held = Object.entries(components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    );
    expect(references(document).length).toBeGreaterThan(50);
    expect(references(document).filter((reference) => !held.includes(reference))).toEqual([]);
  });

  it("gives each resource one name: no two resources of a version share a title", () => {
    for (const version of ["1.0", "2"] as const) {
      const { schemas } = openApiDocument(contract, { versions: [version] })["components"] as typeof components;
      const numbered = Object.entries(schemas ?? {}).filter(
        ([name, schema]) => "title" in schema && schema.title !== name,
      );
      expect(numbered.map(([name]) => name)).toEqual([]);
    }
  });

  it("declares the digest challenge and a body per error status", () => {
    const [path = ""] = Object.keys(document.paths).filter((one) => one.endsWith("/v2/groups/{groupId}/alerts"));
    const get = document.paths[path]?.["get"] as Described;
    const statuses = ["200", "400", "401", "403", "404", "429", "502", "503", "504", "2XX", "default"];
    expect(Object.keys(get.responses)).toEqual(statuses);
    expect(get.responses["401"]).toEqual({ $ref: "#/components/responses/Unauthorized" });
    const unauthorized = JSON.stringify(components["responses"]?.["Unauthorized"]);
    expect(unauthorized).toContain("algorithm=MD5");
    expect(unauthorized).toContain(`"error":401`);
  });

  it("describes Retry-After for 429 and 503 of the token endpoint, and nowhere else", () => {
    const withWait = described(document.paths).flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([, { headers }]) => headers !== undefined && "Retry-After" in headers)
        .map(([status]) => `${operationId} ${status}`),
    );
    expect(withWait).toEqual(["issueServiceToken 429", "issueServiceToken 503"]);
  });

  it("can be limited to one version", () => {
    const one = openApiDocument(contract, { versions: ["2"] });
    expect(
      Object.keys(one.paths)
        .filter((path) => path.includes("/api/"))
        .every((path) => path.includes("/v2/") || path.endsWith("/oauth/token")),
    ).toBe(true);
  });

  it("contains a valid example for every body and answer", () => {
    const requests = createValidator();
    const answers = createValidator({ answers: true });
    let judged = 0;
    for (const operation of contract.operations) {
      for (const route of operation.routes) {
        const path = route.base === "metrics" ? `/metrics/v1.0${route.path}` : route.path;
        const one = document.paths[path]?.[route.method.toLowerCase()] as {
          requestBody?: { content: Record<string, { example: unknown }> };
          responses: Record<string, { content?: Record<string, { example: unknown }> }>;
        };
        if (route.body) {
          const sent = one.requestBody?.content[route.body.mediaType]?.example;
          expect(requests.violations(route.body.schema, sent), operation.id).toEqual([]);
          judged += 1;
        }
        if (route.result && "schema" in route.result) {
          const [answer] = Object.values(one.responses["200"]?.content ?? {});
          expect(answers.violations(route.result.schema, answer?.example), operation.id).toEqual([]);
          judged += 1;
        }
      }
    }
    expect(judged).toBeGreaterThan(80);
  });
});

describe("the texts of the documents", () => {
  const { operations } = bindContract(neutral);

  it("describe every tag and every parameter, and no obsolete one", () => {
    const names = operations.flatMap(({ pathParameters, routes }) =>
      [...pathParameters, ...routes.flatMap(({ query }) => query)].map(({ name }) => name),
    );
    expect(Object.keys(PARAMETER_WORDS).sort()).toEqual([...new Set(names)].sort());
    expect(Object.keys(TAG_WORDS).sort()).toEqual([...new Set(operations.map(({ area }) => area))].sort());
  });

  it("state the role that each operation needs", () => {
    const words = described(openApiDocument(bindContract(neutral)).paths).map(({ description }) => description);
    expect(words.filter((text) => /[Rr]ole/.test(text))).toHaveLength(words.length);
  });
});
