import { expect, test } from "vitest";
import type { Exchange } from "./exchange.ts";
import { Redactor } from "./redact.ts";
import { seeded } from "./seeded.test-support.ts";

function exchangeWith(part: { url?: string; headers?: [string, string][]; body?: string; answer?: string }): Exchange {
  return {
    id: "x1",
    request: {
      method: "POST",
      url: part.url ?? "http://127.0.0.1/",
      headers: part.headers ?? [],
      body: part.body ?? "",
      credential: { scheme: "digest", label: "main", userVariable: "U", secretVariable: "S" },
    },
    response: {
      status: 200,
      headers: part.headers ?? [],
      body: part.answer ?? "",
      bodyBytes: 0,
      invalidUtf8: false,
      json: part.answer === undefined ? undefined : JSON.parse(part.answer),
    },
    startedAt: 0,
    milliseconds: 1,
  };
}

test.each([
  [
    "Authorization",
    'Digest username="u",realm="r",nonce="n",uri="/",response="abc",qop=auth,nc=00000001,cnonce="c\\"d"',
    'Digest username="u",realm="r",nonce="n",uri="/",response="***",qop=auth,nc=00000001,cnonce="***"',
  ],
  ["authorization", 'digest response=abc, cnonce=, foo = "x"', 'digest response=***, cnonce=***, foo = "***"'],
  ["authorization", "Digest not a parameter list", "Digest ***"],
  ["authorization", 'Digest username="u', "Digest ***"],
  ["Proxy-Authorization", "Basic dTpw", "Basic ***"],
  ["authorization", "Bearer a b c", "Bearer ***"],
  ["authorization", "tokenwithoutscheme", "***"],
  ["authorization", "", ""],
  ["Set-Cookie", "sid=1; Path=/", "***"],
  ["cookie", "sid=1", "***"],
  ["X-Vault-Token", "v", "***"],
  ["x-api-key", "v", "***"],
  ["Authentication-Info", 'rspauth="1", nextnonce="2"', 'rspauth="***", nextnonce="2"'],
  ["WWW-Authenticate", 'Digest realm="r", nonce="n"', 'Digest realm="r", nonce="n"'],
  ["X-Plumbline-Check", "paging.token", "paging.token"],
])("%s: %s is shown as %s", (name, value, shown) => {
  const masked = new Redactor().exchange(exchangeWith({ headers: [[name, value]] }));
  expect(masked.request.headers).toEqual([[name, shown]]);
  expect("headers" in masked.response && masked.response.headers).toEqual([[name, shown]]);
});

test.each([
  ['{"access_token":"a\\"b","token_type":"Bearer"}', '{"access_token":"***","token_type":"Bearer"}'],
  ['{ "linkToken" : "x" , "webhookSecret":"y"', '{ "linkToken" : "***" , "webhookSecret":"***"'],
  ['{"slackApiToken":"cut off', '{"slackApiToken":"***'],
  ['{"datadogApiKey":12345,"password":"","n":1}', '{"datadogApiKey":"***","password":"","n":1}'],
  [
    '{"tokenFilters":["a"],"tokenizer":{"type":"x"},"secretary":"s"}',
    '{"tokenFilters":["a"],"tokenizer":{"type":"x"},"secretary":"s"}',
  ],
  ["grant_type=password&client_secret=a%20b&x=1", "grant_type=password&client_secret=***&x=1"],
  ["http://h/p?access_token=abc&y=2", "http://h/p?access_token=***&y=2"],
])("members that are secret by name: %s", (text, shown) => {
  expect(new Redactor().text(text)).toBe(shown);
});

test("json is what the masked body parses to, and the rest of an exchange stays", () => {
  const exchange = exchangeWith({ answer: '{"apiToken":"hush","results":[{"id":"canary-1234"}]}' });
  const redactor = new Redactor();
  redactor.learn("canary-1234");
  const masked = redactor.exchange(exchange);
  expect("json" in masked.response && masked.response.json).toEqual({ apiToken: "***", results: [{ id: "***" }] });
  expect(masked).toMatchObject({ id: "x1", startedAt: 0, request: { method: "POST" } });
  const fault: Exchange = { ...exchange, response: { fault: "reset", message: "http://canary-1234 is gone" } };
  expect(new Redactor().exchange(fault).response).toEqual(fault.response);
  expect(redactor.exchange(fault).response).toEqual({ fault: "reset", message: "http://*** is gone" });
});

test("an exchange without secrets comes out equal", () => {
  const exchange = exchangeWith({ url: "http://h/a%20b", answer: '{"a":[1,"\\u00e4"]}' });
  const redactor = new Redactor();
  redactor.learn("something");
  redactor.learn("abc");
  expect(redactor.exchange(exchange)).toEqual(exchange);
});

const encodings: Record<string, (secret: string, user: string) => string> = {
  plain: (secret) => secret,
  percent: encodeURIComponent,
  "percent, lower case": (secret) => encodeURIComponent(secret).replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase()),
  "percent, every byte": (secret) =>
    Array.from(Buffer.from(secret), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  form: (secret) => new URLSearchParams({ x: secret }).toString().slice(2),
  json: (secret) => JSON.stringify(secret),
  "json in json": (secret) => JSON.stringify(JSON.stringify(secret)),
  "\\u escapes": (secret) =>
    secret.replace(/[\s\S]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`),
  "json with \\/": (secret) => JSON.stringify(secret).replaceAll("/", "\\/"),
  "base64 of the pair": (secret, user) => Buffer.from(`${user}:${secret}`).toString("base64"),
  "base64 within other text": (secret) => Buffer.from(`someone else:${secret} and more`).toString("base64"),
  "base64url of the pair": (secret, user) => Buffer.from(`${user}:${secret}`).toString("base64url"),
  "as Latin-1 shows UTF-8": (secret) => Buffer.from(secret).toString("latin1"),
  html: (secret) => secret.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`),
};
const positions: Record<string, (text: string) => Exchange> = {
  url: (text) => exchangeWith({ url: `http://h/${text}?q=${text}` }),
  "header value": (text) => exchangeWith({ headers: [["location", `/${text}/`]] }),
  "header name": (text) => exchangeWith({ headers: [[text, "x"]] }),
  "request body": (text) => exchangeWith({ body: `{"echo":"${text}"}` }),
  "answer body and json": (text) => exchangeWith({ answer: JSON.stringify({ echo: [text, { [text]: 1 }] }) }),
  fault: (text) => ({ ...exchangeWith({}), response: { fault: "protocol", message: `odd: ${text}` } }),
};

/** Undoes every encoding of the list, to see whether anything of the secret can be had back. */
function readings(exchange: Exchange): string {
  const texts = [JSON.stringify(exchange), ...leaves(exchange)];
  return texts
    .flatMap((text) => {
      const unescaped = text.replace(/\\+u([0-9a-f]{4})/gi, (_, unit: string) =>
        String.fromCharCode(Number.parseInt(unit, 16)),
      );
      const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, byte: string) =>
        String.fromCharCode(Number.parseInt(byte, 16)),
      );
      const plain = text
        .replace(/\\+(["\\/])/g, "$1")
        .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
      const decoded = (text.match(/[A-Za-z0-9+/_-]{8,}/g) ?? []).flatMap((run) =>
        [0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), "base64").toString("utf8")),
      );
      return [text, unescaped, bytes, Buffer.from(bytes, "latin1").toString("utf8"), plain, ...decoded];
    })
    .join("\n");
}

function leaves(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...leaves(inner)]);
}

test("a learnt secret never survives, in any position and encoding", () => {
  const random = seeded(4711);
  const alphabet = ["a", "Q", "7", "z", "/", "+", "=", "-", "_", '"', "\\", "%", "&", "<", " ", "ä", "€", "k"] as const;
  for (let round = 0; round < 60; round++) {
    const secret = `k${random.text([...alphabet], 10 + random.below(30))}7`;
    const user = random.text(["a", "b", "c"], 8);
    const redactor = new Redactor();
    redactor.learn("another secret");
    redactor.learn(secret, user);
    for (const [encoding, encode] of Object.entries(encodings)) {
      for (const [position, place] of Object.entries(positions)) {
        const exchange = place(encode(secret, user));
        const where = `${JSON.stringify(secret)} as ${encoding} in ${position}`;
        expect(readings(redactor.exchange(exchange)).includes(secret), where).toBe(false);
      }
    }
  }
});

test("a secret of three characters is not masked, but the pair it belongs to is", () => {
  const redactor = new Redactor();
  redactor.learn("abc", "user");
  expect(redactor.text(`abc ${Buffer.from("user:abc").toString("base64")}`)).toBe("abc ***=");
});

test("a megabyte of anything takes less than a second", () => {
  const redactor = new Redactor();
  for (let count = 0; count < 20; count++) redactor.learn(`secret-${count}-abcdefgh/0123456789`);
  for (const piece of [
    "\\",
    '"',
    '"token":"',
    "%41",
    "token=",
    "key",
    '"password" : ',
    "&#",
    "secret-1-",
    "\\u0073",
    " ",
  ]) {
    const begun = performance.now();
    redactor.text(piece.repeat(1_000_000 / piece.length));
    expect(performance.now() - begun, JSON.stringify(piece)).toBeLessThan(1_000);
  }
});
