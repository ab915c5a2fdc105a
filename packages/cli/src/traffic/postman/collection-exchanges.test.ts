import { expect, it } from "vitest";
import { collectionExchanges } from "./collection-exchanges.ts";

const HEADER = [{ key: "Content-Type", value: "application/json" }];
const HIDDEN = ["authorization", "(left out of the archive)"];
const MOMENT = Date.UTC(2026, 0);

interface Saved {
  readonly request?: unknown;
  readonly answer?: object;
  readonly collection?: object;
}

/** A collection with one saved answer, in a nested folder. */
const collectionWith = ({ request = "http://localhost/a", answer, collection }: Saved): object => ({
  info: { name: "a", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  item: [
    {
      name: "a folder",
      item: [
        { name: "a folder in it", item: [] },
        {
          name: "a request",
          request: "http://localhost/now",
          response: [{ originalRequest: request, code: 200, header: HEADER, body: '{"a":1}', ...answer }],
        },
      ],
    },
  ],
  ...collection,
});

function read(saved: Saved) {
  const [recorded] = [...collectionExchanges(collectionWith(saved), MOMENT)];
  return recorded?.kind === "whole" ? recorded.exchange : recorded?.why;
}
function requestOf(request: unknown, collection: object = {}) {
  const exchange = read({ request, collection });
  return typeof exchange === "object" ? exchange.request : exchange;
}
const variables = (...pairs: readonly (readonly [string, unknown])[]): object => ({
  variable: pairs.map(([key, value]) => ({ key, value })),
});

it("reads a saved answer with the request that it was saved from", () => {
  expect(read({ answer: { responseTime: 12 } })).toEqual({
    id: "1",
    request: {
      method: "GET",
      url: "http://localhost/a",
      headers: [["authorization", "(left out of the archive)"]],
      credential: { scheme: "none" },
    },
    response: {
      status: 200,
      headers: [["Content-Type", "application/json"]],
      body: '{"a":1}',
      bodyBytes: 7,
      invalidUtf8: false,
      json: { a: 1 },
    },
    startedAt: MOMENT,
    milliseconds: 12,
  });
  expect(read({ answer: { originalRequest: undefined } })).toMatchObject({ request: { url: "http://localhost/now" } });
});

it("gives all answers one moment, and a number each", () => {
  const two = { item: [{ response: [{}, {}] }, { item: [{ response: [{}] }] }] };
  expect([...collectionExchanges(two, MOMENT)].map(({ kind }) => kind)).toEqual(["partial", "partial", "partial"]);
});

const HOST = variables(["baseUrl", "http://localhost:{{port}}/"], ["port", 8080], ["off", ""]);

it.each<readonly [string, unknown, string]>([
  ["a text", "{{baseUrl}}a?b=1#c", "http://localhost:8080/a?b=1"],
  ["an object", { raw: "{{baseUrl}}a?b=1" }, "http://localhost:8080/a?b=1"],
  ["no scheme", "localhost/a", "http://localhost/a"],
  [
    "parts alone",
    {
      protocol: "https",
      host: ["a", "test"],
      port: "1",
      path: ["b", { type: "string", value: "c" }],
      query: [{ key: "d", value: "e f" }],
    },
    "https://a.test:1/b/c?d=e%20f",
  ],
  ["parts that are texts", { host: "{{baseUrl}}", path: "a" }, "http://localhost:8080//a"],
  [
    "variables of its path",
    {
      raw: "{{baseUrl}}groups/:id/x/:name?a=:id",
      variable: [
        { key: "id", value: "1" },
        { key: "name", value: "gr\u00fcn 1" },
      ],
    },
    "http://localhost:8080/groups/1/x/gr%C3%BCn%201?a=:id",
  ],
  [
    "a path variable that is one of the collection",
    { raw: "{{baseUrl}}x/:id", variable: [{ key: "id", value: "{{port}}" }] },
    "http://localhost:8080/x/8080",
  ],
  [
    "parameters that were switched off",
    {
      raw: "{{baseUrl}}a?b=1",
      query: [
        { key: "b", value: "1" },
        { key: "c", value: "2", disabled: true },
        { key: "d", value: "3" },
      ],
    },
    "http://localhost:8080/a?b=1&d=3",
  ],
])("reads an address of %s", (_what, url, expected) => {
  expect(requestOf({ method: "GET", url }, HOST)).toMatchObject({ url: expected });
});

it.each<readonly [string, unknown, object]>([
  ["the address", "{{nowhere}}/a", {}],
  ["the address, which is empty", "{{off}}/a", HOST],
  ["the path", { url: { raw: "http://localhost/:id", variable: [{ key: "id", value: "" }] } }, {}],
  ["the query", { url: { raw: "http://localhost/", query: [{ key: "a", value: "{{b}}" }] } }, {}],
  ["a field", { url: "http://localhost/", header: [{ key: "Accept", value: "{{type}}" }] }, {}],
  ["the body", { method: "POST", url: "http://localhost/", body: { mode: "raw", raw: '{"a":"{{b}}"}' } }, {}],
  [
    "a form",
    {
      method: "POST",
      url: "http://localhost/",
      body: { mode: "urlencoded", urlencoded: [{ key: "a", value: "{{b}}" }] },
    },
    {},
  ],
  ["what is too long", "{{a}}".repeat(1_000_000), variables(["a", "x".repeat(1_000_000)])],
  ["itself", "{{a}}", variables(["a", "{{a}}x"])],
  ["what grows without end", "{{a}}", variables(["a", "{{b}}{{b}}{{b}}"], ["b", "{{a}}{{a}}{{a}}"])],
])("leaves out an answer where a variable of %s has no value", (_what, request, collection) => {
  expect(requestOf(request, collection)).toBe("a variable of the collection has no value");
});

it("lets variables of folders hide those of the collection", () => {
  const answer = { originalRequest: "http://localhost/{{a}}", code: 200, header: HEADER, body: "{}" };
  const folder = { item: [{ response: [answer] }], ...variables(["a", "2"]) };
  const [inner, outer] = [
    ...collectionExchanges({ item: [folder, { response: [answer] }], ...variables(["a", "1"]) }, 0),
  ];
  expect(inner).toMatchObject({ exchange: { request: { url: "http://localhost/2" } } });
  expect(outer).toMatchObject({ exchange: { request: { url: "http://localhost/1" } } });
});

it.each<readonly [string, unknown, object]>([
  [
    "raw JSON",
    { mode: "raw", raw: "{}", options: { raw: { language: "json" } } },
    { body: "{}", headers: [["Content-Type", "application/json"], HIDDEN] },
  ],
  ["a raw text", { mode: "raw", raw: "{}" }, { body: "{}", headers: [HIDDEN] }],
  [
    "a form",
    {
      mode: "urlencoded",
      urlencoded: [
        { key: "a", value: "1 2" },
        { key: "b", value: "3", disabled: true },
      ],
    },
    { body: "a=1%202" },
  ],
  [
    "GraphQL",
    { mode: "graphql", graphql: { query: "{a}", variables: '{"b":1}' } },
    { body: '{"query":"{a}","variables":{"b":1}}' },
  ],
])("reads a body of %s", (_what, body, expected) => {
  expect(requestOf({ method: "POST", url: "http://localhost/", body })).toMatchObject(expected);
});

it.each<readonly [string, unknown]>([
  ["nothing", undefined],
  ["an empty object", {}],
  ["an empty text", { mode: "raw", raw: "" }],
  ["a body that is switched off", { mode: "raw", raw: "a", disabled: true }],
])("takes %s for no body", (_what, body) => {
  expect(requestOf({ method: "POST", url: "http://localhost/", body })).not.toHaveProperty("body");
});

it("leaves out a request with files", () => {
  for (const mode of ["formdata", "file"])
    expect(requestOf({ method: "POST", url: "http://localhost/", body: { mode, [mode]: [{}] } })).toBe(
      "the request's body is missing",
    );
});

it("reads fields in either form, without those that were switched off", () => {
  const url = "http://localhost/";
  const header = [
    { key: "Accept", value: "a/b" },
    { key: "X", value: "1", disabled: true },
    { key: "Authorization", value: "Bearer a" },
  ];
  const headers = [
    ["Accept", "a/b"],
    ["Authorization", "Bearer a"],
  ];
  expect(requestOf({ url, header })).toMatchObject({ headers, credential: { scheme: "bearer" } });
  expect(requestOf({ url, header: "Accept: a/b\r\nAuthorization: Bearer a\r\n" })).toMatchObject({ headers });
  expect(requestOf({ url, header: [{ key: "Authorization", value: "Bearer {{token}}" }] })).toMatchObject({
    headers: [HIDDEN],
  });
});

it.each<readonly [string, object, string]>([
  ["no code", { code: null }, "no answer was recorded"],
  ["no list of fields", { header: null }, "the answer's headers are missing"],
  ["an empty list of fields", { header: [] }, "the answer's headers are missing"],
  [
    "no body, where one is announced",
    { body: null, header: [{ key: "Content-Length", value: "5" }] },
    "the answer's body is missing",
  ],
])("leaves out an answer with %s", (_what, answer, why) => {
  expect(read({ answer })).toBe(why);
});

it("takes out the layout that the app adds, and does not judge the layout that was asked for", () => {
  const body = '{\n    "a": [\n        1\n    ]\n}';
  expect(read({ answer: { body } })).toMatchObject({ response: { body: '{"a":[1]}' } });
  expect(read({ request: "http://localhost/a?pretty=true" })).toContain("layout");
  expect(read({ answer: { body: "a\n b" } })).toMatchObject({ response: { body: "a\n b" } });
});

it("reads a collection with any values without an error", () => {
  for (const collection of [null, 7, [], { item: 7 }, { item: [null, 7, { response: [null, 7] }, { response: 7 }] }])
    for (const recorded of collectionExchanges(collection, 0)) expect(recorded.kind).toBe("partial");
  let deep: object = { response: [{}] };
  for (let level = 0; level < 20_000; level++) deep = { item: [deep] };
  expect([...collectionExchanges(deep, 0)]).toHaveLength(1);
});
