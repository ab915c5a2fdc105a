import { describe, expect, it } from "vitest";
import { bindContract } from "../bind.ts";
import { array, constant, integer, mapOf, object, oneOfValues, open, string } from "../build.ts";
import { neutral } from "../profiles/neutral.ts";
import { recordId } from "../vocabulary.ts";
import { openApiDocument } from "./openapi.ts";
import { toOpenApi30 } from "./openapi-30.ts";
import { toldOfAnswer, toldOfRequest } from "./told-form.ts";

describe("toldOfAnswer", () => {
  it.each([
    [object({ a: string() }), { properties: { a: { type: "string" } }, required: ["a"] }],
    [object({}, { a: string() }), { properties: { a: { type: ["string", "null"] } } }],
    [object({}, { a: constant("A") }), { properties: { a: { type: ["string", "null"], enum: ["A", null] } } }],
    [object({}, { a: oneOfValues([1, 2]) }), { properties: { a: { type: ["integer", "null"], enum: [1, 2, null] } } }],
    [object({}, { a: recordId }), { properties: { a: { anyOf: [recordId, { type: "null" }] } } }],
    [object({}, { a: {} }), { properties: { a: {} } }],
    [mapOf(integer()), { additionalProperties: { type: ["integer", "null"] } }],
    [array(string()), { items: { type: "string" } }],
    [object({}), { additionalProperties: true }],
  ])("turns %j into %j", (schema, expected) => {
    expect(toldOfAnswer(schema)).toEqual({ type: schema.type, ...expected });
  });

  it("lists undescribed members without a schema", () => {
    const schema = object({}, { a: string() }, { "x-also": { b: integer({ examples: [5] }) } });
    expect(toldOfAnswer(schema)).toEqual({
      type: "object",
      properties: { a: { type: ["string", "null"] }, b: { description: expect.any(String), examples: [5] } },
    });
  });
});

describe("toldOfRequest", () => {
  const part = object({}, { key: string() }, { title: "Tag" });

  it('appends "Input" to a title if answers use another schema', () => {
    const forms = new Map([["Tag", new Set([JSON.stringify(toldOfAnswer(part))])]]);
    expect(toldOfRequest(object({ tags: array(part) }), forms).properties?.["tags"]?.items?.title).toBe("TagInput");
    expect(toldOfRequest(object({ id: recordId }), forms).properties?.["id"]?.title).toBe("RecordId");
    expect(toldOfRequest(part, new Map()).title).toBe("Tag");
  });

  it("turns suggestions into examples", () => {
    expect(toldOfRequest(open(integer({ examples: [7] })), new Map())).toEqual({
      description: expect.any(String),
      examples: [7],
    });
  });
});

it("exported documents contain no internal annotation with a schema", () => {
  const document = openApiDocument(bindContract(neutral));
  for (const text of [JSON.stringify(document), JSON.stringify(toOpenApi30(document))])
    expect(text.match(/"x-(suggested|also)"/)).toBe(null);
});

describe("the responses of an operation in the document", () => {
  const { paths } = openApiDocument(bindContract(neutral), { versions: ["2"] });
  const statusesOf = (method: string, end: string): readonly string[] => {
    const [, item] = Object.entries(paths).find(([path]) => path.endsWith(end)) ?? expect.fail(end);
    return Object.keys((item[method] as { readonly responses: object }).responses);
  };

  it("have a body or none, for any success status", () => {
    expect(statusesOf("delete", "/exportBuckets/{exportBucketId}")).toEqual(expect.arrayContaining(["204", "2XX"]));
    expect(statusesOf("delete", "/alertConfigs/{alertConfigId}")).not.toContain("200");
    expect(statusesOf("get", "/alertConfigs/{alertConfigId}")).toEqual(expect.arrayContaining(["200", "2XX"]));
  });

  it("have 409 for writes only, and a default", () => {
    expect(statusesOf("get", "/alertConfigs/{alertConfigId}")).not.toContain("409");
    expect(statusesOf("put", "/alertConfigs/{alertConfigId}")).toEqual(expect.arrayContaining(["409", "default"]));
  });

  it("have only the stated statuses at the token endpoint", () => {
    expect(statusesOf("post", "/oauth/token")).toEqual(["200", "400", "401", "403", "429", "500", "503"]);
  });
});
