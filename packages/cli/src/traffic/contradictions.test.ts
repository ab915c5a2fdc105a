import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { harExchange } from "./har-exchange.ts";

const JSON_TYPE = { name: "Content-Type", value: "application/json" };
const TEXT = JSON.stringify({ results: Array.from({ length: 40 }, (_, id) => ({ id })) });
const SIZE = Buffer.byteLength(TEXT);
const base64 = (bytes: Buffer): object => ({ encoding: "base64", text: bytes.toString("base64") });

interface Sides {
  readonly request?: object;
  readonly response?: object;
  readonly content?: object;
  readonly entry?: object;
}

/** An entry with the members that most writers have, and the differences of one writer. */
const entryWith = ({ request, response, content, entry }: Sides): object => ({
  startedDateTime: "2026-01-01T00:00:00.000Z",
  time: 3,
  request: {
    method: "GET",
    url: "http://localhost/a",
    headers: [{ name: "Accept", value: "application/json" }],
    queryString: [],
    cookies: [],
    bodySize: 0,
    ...request,
  },
  response: { status: 200, headers: [JSON_TYPE], content: { size: SIZE, text: TEXT, ...content }, ...response },
  ...entry,
});

async function read(sides: Sides) {
  const recorded = await harExchange(entryWith(sides), "1");
  return recorded.kind === "whole" ? recorded.exchange : recorded.why;
}
const answerTo = async (sides: Sides): Promise<unknown> => {
  const exchange = await read(sides);
  return typeof exchange === "object" && "body" in exchange.response ? exchange.response.body : exchange;
};
const requestOf = async (request: object) => {
  const exchange = await read({ request });
  return typeof exchange === "object" ? exchange.request : exchange;
};
const encodedBy = (...codings: readonly string[]): object => ({
  headers: [JSON_TYPE, ...codings.map((value) => ({ name: "content-encoding", value }))],
});

const PACKED: readonly (readonly [string, readonly string[], Buffer])[] = [
  ["gzip", ["gzip"], gzipSync(TEXT)],
  ["x-gzip", ["x-gzip"], gzipSync(TEXT)],
  ["br", ["br"], brotliCompressSync(TEXT)],
  ["deflate", ["deflate"], deflateSync(TEXT)],
  ["deflate without its frame", ["deflate"], deflateRawSync(TEXT)],
  ["two in one field", ["gzip, br"], brotliCompressSync(gzipSync(TEXT))],
  ["two in two fields", ["deflate", "gzip"], gzipSync(deflateSync(TEXT))],
  ["identity", ["identity"], Buffer.from(TEXT)],
];

it.each(PACKED)("decodes a body that was kept compressed: %s", async (_form, codings, bytes) => {
  expect(await answerTo({ response: encodedBy(...codings), content: { ...base64(bytes), size: bytes.length } })).toBe(
    TEXT,
  );
});

it.each(PACKED)("takes a body as it is that was decoded already: %s", async (_form, codings) => {
  for (const kept of [base64(Buffer.from(TEXT)), { text: TEXT }])
    expect(await answerTo({ response: encodedBy(...codings), content: kept })).toBe(TEXT);
});

it("reads the name of the encoding in capital letters too", async () => {
  const content = { ...base64(gzipSync(TEXT)), encoding: "BASE64" };
  expect(await answerTo({ response: encodedBy("gzip"), content })).toBe(TEXT);
});

it("takes the outermost coding as undone where the recorder undid it", async () => {
  const content = { ...base64(gzipSync(TEXT)), size: 1 };
  expect(await answerTo({ response: encodedBy("gzip", "gzip"), content })).toBe(TEXT);
});

it.each<readonly [string, Sides]>([
  ["damaged gzip", { response: encodedBy("gzip"), content: base64(gzipSync(TEXT).fill(1, 12)) }],
  ["a part of gzip", { response: encodedBy("gzip"), content: base64(gzipSync(TEXT).subarray(0, 30)) }],
  ["bytes that are no brotli", { response: encodedBy("br"), content: base64(Buffer.from([0xff, 0xfe, 0xff])) }],
  ["a coding that nobody knows", { response: encodedBy("lzma"), content: base64(Buffer.from([0xff, 0xfe, 0xff])) }],
  ["a name of a method", { response: encodedBy("constructor"), content: base64(Buffer.from([0xff])) }],
  [
    "too many codings",
    { response: encodedBy(...Array.from({ length: 9 }, () => "gzip")), content: base64(gzipSync(TEXT)) },
  ],
  ["a bomb", { response: encodedBy("gzip"), content: base64(gzipSync(Buffer.alloc(2 ** 27))) }],
  [
    "compressed bytes as a text",
    { response: encodedBy("gzip"), content: { text: gzipSync(TEXT).toString("latin1"), size: 1 } },
  ],
  [
    "compressed bytes as a text with holes",
    { response: encodedBy("br"), content: { text: "\u001b\ufffd\u0000", size: 1 } },
  ],
])("leaves out and counts %s", async (_what, sides) => {
  expect(await read(sides)).toBe("a compressed body cannot be decoded");
});

it("decodes zstd where Node has it, and leaves it out elsewhere", async () => {
  const bytes = Buffer.from("KLUv/QRYOQAAeyJhIjoxfUiL/DI=", "base64");
  const said = await answerTo({ response: encodedBy("zstd"), content: { ...base64(bytes), size: 1 } });
  expect(["a compressed body cannot be decoded", '{"a":1}']).toContain(said);
});

it("counts bytes as they were kept, whichever of them a size is of", async () => {
  const text = '{"a":1}';
  const packed = gzipSync(text);
  const kept = { ...base64(packed), size: packed.length };
  expect(await answerTo({ response: encodedBy("gzip"), content: kept })).toBe(text);
  expect(await answerTo({ response: encodedBy("gzip"), content: { text, size: packed.length } })).toBe(text);
  expect(await answerTo({ content: { text, size: 99 } })).toBe("the recording holds only a part of the answer's body");
});

it.each<readonly [string, object, string]>([
  ["JSON that claims to be base64", { text: TEXT, encoding: "base64" }, TEXT],
  [
    "a text that has the size of the body",
    { text: "caf\u00e9 au lait", encoding: "base64", size: 13 },
    "caf\u00e9 au lait",
  ],
  ["a word of JSON that could be base64", { text: "true", encoding: "base64", size: 4 }, "true"],
  ["base64 in lines", { text: "eyJh\r\nIjox\r\nfQ==\r\n", encoding: "base64", size: 7 }, '{"a":1}'],
  [
    "a text that is no base64, and nobody knows",
    { text: "caf\u00e9", encoding: "base64", size: -1 },
    "a body is marked as base64, but is not base64",
  ],
  ["JSON that was read before it was written", { text: { a: [1, null] }, size: 99 }, '{"a":[1,null]}'],
  ["an array that was read", { text: [], size: 99 }, "[]"],
  ["no body, as a client in JavaScript writes it", { text: "", size: 0 }, ""],
])("reads %s", async (_what, content, body) => {
  expect(await answerTo({ content })).toBe(body);
});

it.each<readonly [string, Sides, string]>([
  ["a body of null", { content: { text: null, size: 0 } }, "the answer's body is missing"],
  [
    "a body in a file of its own",
    { response: { content: { _file: "a.json", size: -1 } } },
    "the answer's body is missing",
  ],
  ["a body that nobody says anything of", { response: { content: {} } }, "the answer's body is missing"],
  ["no content at all", { response: { content: undefined } }, "the answer's body is missing"],
  ["no fields", { response: { headers: [] } }, "the answer's headers are missing"],
  ["fields of null", { response: { headers: null } }, "the answer's headers are missing"],
  [
    "a field without a value",
    { response: { headers: [{ name: "Content-Type", value: null }] } },
    "the answer's headers are missing",
  ],
  ["a status of 0", { response: { status: 0 } }, "no answer was recorded"],
  ["a status of -1", { response: { status: -1 } }, "no answer was recorded"],
  ["Charles with an error", { response: { _charlesStatus: "EXCEPTION" } }, "the answer is incomplete"],
  ["Chromium with an error", { response: { _error: "net::ERR_CONTENT_LENGTH_MISMATCH" } }, "the answer is incomplete"],
  ["a path without a host", { request: { url: "/a" } }, "the recording shortens the request's address"],
])("leaves out %s", async (_what, sides, why) => {
  expect(await read(sides)).toBe(why);
});

it.each<readonly [string, Sides]>([
  ["Chromium's disk", { entry: { _fromCache: "disk" } }],
  ["Chromium's memory", { entry: { _fromCache: "memory" } }],
  ["a mark of another type", { entry: { _fromCache: true } }],
  ["Chromium's worker", { response: { status: 200, _fetchedViaServiceWorker: true } }],
  ["Safari's memory", { entry: { _fetchType: "Memory Cache" } }],
  ["Safari's disk", { entry: { _fetchType: "Disk Cache" } }],
  ["Safari's worker", { entry: { _fetchType: "Service Worker" } }],
  ["Firefox's cache", { entry: { _securityState: "secure", cache: { afterRequest: null } } }],
  ["a test of Playwright", { entry: { _wasFulfilled: true } }],
])("leaves out what %s answered", async (_who, sides) => {
  expect(await read(sides)).toBe("a cache or worker of the browser answered, not the server");
});

it.each<readonly [string, object]>([
  ["Chromium", { _fromCache: undefined }],
  ["Safari", { _fetchType: "Network Load" }],
  ["Firefox", { _securityState: "secure", cache: {} }],
  ["others", { cache: { beforeRequest: null, afterRequest: null } }],
])("judges what came over the network, as %s says it", async (_who, entry) => {
  expect(await read({ entry })).toMatchObject({ response: { status: 200 } });
});

it.each<readonly [string, object, string]>([
  ["beside it", { queryString: [{ name: "a b", value: "1&2" }] }, "http://localhost/a?a%20b=1%262"],
  ["in an object", { queryString: { c: 1, d: [2, 3] } }, "http://localhost/a?c=1&d=2&d=3"],
  [
    "in both places",
    { url: "http://localhost/a?c=1", queryString: [{ name: "c", value: "1" }] },
    "http://localhost/a?c=1",
  ],
  ["in part", { url: "http://localhost/a?c=1#x", queryString: { d: "2" } }, "http://localhost/a?c=1&d=2"],
  ["escaped", { url: "http://localhost/a?a%5B%5D=1", queryString: { "a[]": "1" } }, "http://localhost/a?a%5B%5D=1"],
  [
    "escaped in the list",
    { url: "http://localhost/a?a%5B%5D=1", queryString: { "a%5B%5D": "1" } },
    "http://localhost/a?a%5B%5D=1",
  ],
  ["nowhere, behind a fragment", { url: "http://localhost/a#b?c" }, "http://localhost/a"],
  ["with halves of characters", { queryString: { c: "\ud800" } }, "http://localhost/a?c=%EF%BF%BD"],
  ["below a host", { url: "/a?b", headers: { Host: "x.test" } }, "https://x.test/a?b"],
])("reads a query that stands %s", async (_where, request, url) => {
  expect(await requestOf(request)).toMatchObject({ url });
});

it.each<readonly [string, object]>([
  ["an empty object", { postData: {} }],
  ["null", { postData: null }],
  ["an empty text", { postData: { mimeType: "", text: "" } }],
  ["an empty text, of unknown size", { postData: { text: "" }, bodySize: -1 }],
  ["no text, of unknown size", { method: "HEAD", postData: { mimeType: "a/b" }, bodySize: -1 }],
])("judges a request whose body is %s as one that has none", async (_what, request) => {
  expect(await requestOf(request)).not.toHaveProperty("body");
  expect(await requestOf(request)).toHaveProperty("url");
});

it.each<readonly [string, object]>([
  ["a size says so", { postData: {}, bodySize: 5 }],
  ["a field says so", { postData: { text: "" }, headers: { "Content-Length": "5" } }],
  ["it passed in chunks", { postData: null, headers: { "Transfer-Encoding": "chunked" } }],
  ["a write may have one and nobody says", { method: "POST", postData: {}, bodySize: -1 }],
  [
    "a form has files",
    { method: "POST", postData: { mimeType: "multipart/form-data", params: [{ name: "a" }] }, bodySize: -1 },
  ],
])("leaves a request out whose body is missing: %s", async (_why, request) => {
  expect(await requestOf(request)).toBe("the request's body is missing");
});

it.each<readonly [string, object, string]>([
  ["a text", { text: "a=1" }, "a=1"],
  [
    "fields of a form",
    { mimeType: "application/x-www-form-urlencoded", params: [{ name: "a", value: "1 &" }, { name: "b" }] },
    "a=1%20%26&b=",
  ],
  ["JSON that was read", { text: { a: 1 } }, '{"a":1}'],
  ["base64", { text: "eyJhIjoxfQ==", encoding: "base64" }, '{"a":1}'],
])("reads a body from %s", async (_what, postData, body) => {
  expect(await requestOf({ method: "POST", postData, bodySize: -1 })).toMatchObject({ body });
});

it("reads fields in whatever form they are listed", async () => {
  const headers = { "Content-Type": "application/json", "X-Count": 3, "Set-Cookie": ["a=1", "b=2"] };
  const expected = [
    ["Content-Type", "application/json"],
    ["X-Count", "3"],
    ["Set-Cookie", "a=1"],
    ["Set-Cookie", "b=2"],
  ];
  const lists = [
    headers,
    Object.entries(headers),
    Object.entries(headers).map(([name, value]) => ({ name, value })),
    [
      JSON_TYPE,
      { name: "X-Count", value: 3 },
      { name: "Set-Cookie", value: "a=1\nb=2" },
      { name: ":status", value: "200" },
      7,
      null,
    ],
  ];
  for (const list of lists)
    expect(await read({ response: { headers: list } })).toMatchObject({ response: { headers: expected } });
});

it("reads cookies that stand apart, and never twice", async () => {
  const cookies = [
    { name: "a", value: "1" },
    { name: "", value: null },
    { name: "b", value: "2" },
  ];
  expect(await requestOf({ cookies })).toMatchObject({
    headers: [
      ["Accept", "application/json"],
      ["Cookie", "a=1; b=2"],
    ],
  });
  const headers = [{ name: "cookie", value: "a=1" }];
  expect(await requestOf({ cookies, headers })).toMatchObject({ headers: [["cookie", "a=1"]] });
});

it("takes nobody for one without a credential where a request shows no fields, or its writer leaves credentials out", async () => {
  const hidden = ["authorization", "(left out of the archive)"];
  for (const headers of [[], undefined, {}]) expect(await requestOf({ headers })).toMatchObject({ headers: [hidden] });
  const entry = entryWith({});
  for (const [writer, isHidden] of [
    ["any", false],
    ["proxy", false],
    ["hiding", true],
    ["restating", true],
  ] as const) {
    const recorded = await harExchange(entry, "1", writer);
    const shown = recorded.kind === "whole" ? recorded.exchange.request.headers.map(String) : [];
    expect([writer, shown.includes(String(hidden))]).toEqual([writer, isHidden]);
  }
});

it("does not judge the layout of a body that was written anew", async () => {
  const request = { url: "http://localhost/a?pretty=true" };
  const recorded = await harExchange(entryWith({ request }), "1", "restating");
  expect(recorded).toMatchObject({
    why: "the recording lost the layout of the answer's body, which the request asks for",
  });
});

it("reads moments and durations that are some, and no others", async () => {
  for (const [startedDateTime, startedAt] of [
    ["2026-01-01T02:00:00.000+02:00", Date.UTC(2026, 0)],
    ["2026-01-01T00:00:00.0000000Z", Date.UTC(2026, 0)],
    [Date.UTC(2026, 0), Date.UTC(2026, 0)],
    ["+275760-09-13T00:00:00.000Z", 0],
    [1e308, 0],
    [null, 0],
    [{}, 0],
  ])
    expect(await read({ entry: { startedDateTime } })).toMatchObject({ startedAt });
  for (const [time, milliseconds] of [
    [3, 3],
    [-1, 0],
    [Number.POSITIVE_INFINITY, 0],
    ["x", 0],
    [null, 0],
  ])
    expect(await read({ entry: { time } })).toMatchObject({ milliseconds });
});

it("believes a proxy that there were no fields", async () => {
  const recorded = await harExchange(entryWith({ request: { headers: [] }, response: { headers: [] } }), "1", "proxy");
  expect(recorded).toMatchObject({ exchange: { request: { headers: [] }, response: { headers: [], body: TEXT } } });
});
