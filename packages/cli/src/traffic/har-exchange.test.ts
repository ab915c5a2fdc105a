import { expect, it } from "vitest";
import { harExchange } from "./har-exchange.ts";

const REQUEST = { method: "get", url: "http://localhost/a", headers: [{ name: ":path", value: "/a" }] };
const ANSWER = { status: 200, headers: [{ name: "Content-Type", value: "application/json" }] };
const entry = (response: object, request: object = REQUEST): object => ({
  startedDateTime: "2026-01-01T00:00:00.000Z",
  time: 3,
  request,
  response,
});
const content = (one: object): object => entry({ ...ANSWER, content: one });

it("reads an entry with its body as text or in base64", async () => {
  const text = await harExchange(content({ size: 10, text: '{"a":"\u00e4"}' }), "1");
  const base64 = await harExchange(
    content({ size: 10, encoding: "base64", text: Buffer.from('{"a":"\u00e4"}').toString("base64") }),
    "1",
  );
  expect(text).toEqual(base64);
  expect(text).toMatchObject({
    kind: "whole",
    exchange: {
      id: "1",
      startedAt: Date.UTC(2026, 0),
      milliseconds: 3,
      request: { method: "GET", headers: [], credential: { scheme: "none" } },
      response: { status: 200, json: { a: "\u00e4" }, invalidUtf8: false, bodyBytes: 10 },
    },
  });
});

it("sees bytes that are no text", async () => {
  const bytes = Buffer.from([0x22, 0xff, 0x22]).toString("base64");
  expect(await harExchange(content({ size: 3, encoding: "base64", text: bytes }), "1")).toMatchObject({
    exchange: { response: { invalidUtf8: true, bodyBytes: 3 } },
  });
});

it("tells an answer without a body from one whose body was left out", async () => {
  expect((await harExchange(entry({ status: 204, headers: [], content: { size: 0 } }), "1")).kind).toBe("whole");
  for (const response of [
    { ...ANSWER, content: { size: 5 } },
    { ...ANSWER, content: { size: 50, text: "{}" } },
    { ...ANSWER, bodySize: 5 },
    { ...ANSWER, headers: [{ name: "content-length", value: "5" }] },
    { status: 0, headers: [] },
  ])
    expect((await harExchange(entry(response), "1")).kind).toBe("partial");
  const sent = { ...REQUEST, method: "POST", bodySize: 9 };
  expect(await harExchange(entry(ANSWER, sent), "1")).toMatchObject({
    kind: "partial",
    why: "the request's body is missing",
  });
});

it.each([
  undefined,
  null,
  7,
  [],
  {},
  { request: {} },
  { request: REQUEST },
  { request: REQUEST, response: { status: "200" } },
])("does not take %j for an exchange", async (value) => {
  expect((await harExchange(value, "1")).kind).toBe("malformed");
});

/**
 * An entry as Chromium's developer tools write it, for a request over HTTP/2 or, with a size of the fields, over
 * HTTP/1.1.
 */
const ofChromium = (status: number, headersSize = -1, headers: readonly object[] = []): object => ({
  ...entry(
    {
      ...ANSWER,
      status,
      content: { size: 2, text: "{}", compression: -8 },
      headersSize: -1,
      bodySize: -1,
      _error: null,
    },
    {
      method: "GET",
      url: "http://localhost/a",
      headers: [{ name: ":authority", value: "localhost" }, { name: "accept", value: "*/*" }, ...headers],
      headersSize,
      bodySize: -1,
    },
  ),
  _initiator: { type: "script" },
  _resourceType: "fetch",
});
const LEFT_OUT = ["authorization", "(left out of the archive)"];
const SIZE = Buffer.byteLength("GET /a HTTP/1.1\r\naccept: */*\r\n\r\n");

it.each([
  ["was let in", ofChromium(200, SIZE), true],
  ["was refused, and more was sent than is shown", ofChromium(401, SIZE + 30), true],
  ["was refused, and nobody knows how much was sent", ofChromium(401), true],
  ["was refused, and all that was sent is shown", ofChromium(401, SIZE), false],
  ["showed a credential", ofChromium(200, SIZE, [{ name: "authorization", value: "Bearer a" }]), false],
  ["was sent by no browser", entry({ ...ANSWER, content: { size: 2, text: "{}" } }), false],
])("takes nobody for one without a credential who %s", async (_who, value, isLeftOut) => {
  const read = await harExchange(value, "1");
  const headers = read.kind === "whole" ? read.exchange.request.headers : [];
  expect(read.kind).toBe("whole");
  expect(headers.filter(([name]) => name.startsWith(":"))).toEqual([]);
  expect(headers.some((field) => String(field) === String(LEFT_OUT))).toBe(isLeftOut);
});

it("leaves out entries without an answer of a server", async () => {
  expect((await harExchange({ ...ofChromium(200), _fromCache: "disk" }, "1")).kind).toBe("partial");
  const worker = { ...ANSWER, content: { size: 2, text: "{}" }, _fetchedViaServiceWorker: true };
  expect((await harExchange(entry(worker), "1")).kind).toBe("partial");
});

it("takes no body from an answer that cannot have one, whatever the archive shows", async () => {
  const headers = [{ name: "content-length", value: "2" }];
  for (const response of [
    { status: 304, headers, content: { size: 2, text: "{}" } },
    { status: 304, headers, content: { size: 2 }, bodySize: -1 },
    { status: 204, headers: [], content: { size: 0, mimeType: "x-unknown", text: "", encoding: "base64" } },
    { status: 204, headers },
  ])
    expect(await harExchange(entry(response), "1")).toMatchObject({
      kind: "whole",
      exchange: { response: { body: "", bodyBytes: 0 } },
    });
  const redirect = { status: 302, headers: [], content: { size: 0, mimeType: "x-unknown" }, bodySize: -1 };
  expect((await harExchange(entry(redirect), "1")).kind).toBe("whole");
});
