import { expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import { SentKeys } from "./sent-keys.ts";

const KEY = "a1b2c3d4e5f60718";
const sends = (key: unknown, status: number, json: unknown) => {
  const exchange = exchangeOf(status, json, "PUT");
  return { ...exchange, request: { ...exchange.request, body: JSON.stringify({ notifications: [{ apiKey: key }] }) } };
};

it("SentKeys finds a key that was sent in every answer, including that to the same request", () => {
  const keys = new SentKeys("apiKey");
  expect(keys.hear(exchangeOf(200, { apiKey: KEY }))).toBe("nothing");
  expect(keys.hear(sends(KEY, 200, { notifications: [{ apiKey: "****0718" }] }))).toBe("masked");
  expect(keys.hear(sends(KEY, 200, { notifications: [{ apiKey: KEY }] }))).toBe("clear");
  expect(keys.hear(exchangeOf(400, { detail: `the key ${KEY} is not valid` }))).toBe("clear");
  expect(keys.hear(exchangeOf(200, { results: [{ id: "1" }] }))).toBe("nothing");
});

it("SentKeys ignores keys that are too short or need JSON escapes", () => {
  const keys = new SentKeys("apiKey");
  for (const key of ["short", 'a"bcdefghijk', 5, null]) keys.hear(sends(key, 200, {}));
  expect(keys.hear(exchangeOf(200, { detail: "short" }))).toBe("nothing");
});
