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

it("reads an entry with its body as text or in base64", () => {
  const text = harExchange(content({ size: 10, text: '{"a":"\u00e4"}' }), "1");
  const base64 = harExchange(
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

it("sees bytes that are no text", () => {
  const bytes = Buffer.from([0x22, 0xff, 0x22]).toString("base64");
  expect(harExchange(content({ size: 3, encoding: "base64", text: bytes }), "1")).toMatchObject({
    exchange: { response: { invalidUtf8: true, bodyBytes: 3 } },
  });
});

it("tells an answer without a body from one whose body was left out", () => {
  expect(harExchange(entry({ status: 204, headers: [], content: { size: 0 } }), "1").kind).toBe("whole");
  for (const response of [
    { ...ANSWER, content: { size: 5 } },
    { ...ANSWER, content: { size: 50, text: "{}" } },
    { ...ANSWER, bodySize: 5 },
    { ...ANSWER, headers: [{ name: "content-length", value: "5" }] },
    { status: 0, headers: [] },
  ])
    expect(harExchange(entry(response), "1").kind).toBe("partial");
  const sent = { ...REQUEST, method: "POST", bodySize: 9 };
  expect(harExchange(entry(ANSWER, sent), "1")).toEqual({
    kind: "partial",
    why: "the body of the request was left out",
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
])("does not take %j for an exchange", (value) => {
  expect(harExchange(value, "1").kind).toBe("malformed");
});
