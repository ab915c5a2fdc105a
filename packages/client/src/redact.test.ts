import { createHash } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import type { Exchange } from "./exchange.ts";
import { expectLinear } from "./growth.test-support.ts";
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
  ["http://h/p?api_key=abc&y=2", "http://h/p?api_key=***&y=2"],
  ['{"routingKey" : "x"}', '{"routingKey" : "***"}'],
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

/** Undoes every encoding of the list, to see whether anyone can recover the secret. */
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
  const alphabet = [
    "a",
    "Q",
    "7",
    "z",
    "/",
    "+",
    "=",
    "-",
    "_",
    '"',
    "\\",
    "%",
    "&",
    "<",
    " ",
    "ä",
    "€",
    "😀",
    "k",
  ] as const;
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

test("a secret with backslashes in a row is masked in JSON in JSON", () => {
  const secret = "before\\\\\\behind";
  const redactor = new Redactor();
  redactor.learn(secret);
  expect(redactor.text(JSON.stringify(JSON.stringify(secret)))).toBe(String.raw`"\"***\""`);
});

test("a secret of three characters is not masked, but the pair it belongs to is", () => {
  const redactor = new Redactor();
  redactor.learn("abc", "user");
  expect(redactor.text(`abc ${Buffer.from("user:abc").toString("base64")}`)).toBe("abc ***=");
});

test("anything takes time in proportion to its length", () => {
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
    expectLinear((size) => redactor.text(piece.repeat(size / piece.length)), 40_000, JSON.stringify(piece));
  }
});

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
const RESPONSE = md5("a response");
const CNONCE = md5("a cnonce");
const HEADER = `Digest username="user",realm="a \\"realm\\"",nonce="n",uri="/",response="${RESPONSE}",qop=auth,nc=00000001,cnonce="${CNONCE}"`;
const hex = (text: string): string => Buffer.from(text).toString("hex");
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const percent = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

/** How a server may encode a header that it repeats. */
const REFLECTIONS: Record<string, (text: string) => string> = {
  plain: (text) => text,
  "upper case": (text) => text.toUpperCase(),
  "glued to other digits": (text) => `00ff${text}abc`,
  json: (text) => JSON.stringify(text),
  "json in json": (text) => JSON.stringify(JSON.stringify(text)),
  "json with \\u0022": (text) => JSON.stringify(text).replaceAll('\\"', "\\u0022"),
  "\\u escapes": (text) => text.replace(/[\s\S]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`),
  percent: encodeURIComponent,
  "percent, every byte": percent,
  html: (text) => text.replace(/[^\w ]/g, (one) => `&#${one.charCodeAt(0)};`),
  "html, every character": (text) => text.replace(/[\s\S]/g, (one) => `&#x${one.charCodeAt(0).toString(16)};`),
  hex,
  "hex in upper case": (text) => hex(text).toUpperCase(),
  base64,
  "base64 behind one byte": (text) => base64(`>${text}<`),
  "base64 behind two bytes": (text) => base64(`>>${text}`),
  "base64url of json": (text) => Buffer.from(JSON.stringify({ echo: text })).toString("base64url"),
  "base64 behind a path": (text) => `/echo/${base64(text)}`,
  "base64, percent-encoded": (text) => percent(base64(text)),
};

/** Everything that one can recover from an exchange by undoing the reflections. */
function undone(exchange: Exchange): string {
  const text = readings(exchange);
  const digits = (text.match(/[0-9a-f]{20,}/gi) ?? []).flatMap((run) => [run, run.slice(1)]);
  const references = text.replace(/&#x([0-9a-f]+);/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const decoded = (text.match(/[A-Za-z0-9+/_-]{8,}/g) ?? []).flatMap((run) =>
    [0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), "base64").toString("latin1")),
  );
  return [text, references, ...digits.map((run) => Buffer.from(run, "hex").toString("latin1")), ...decoded]
    .join("\n")
    .toLowerCase();
}

describe.each(Object.entries(REFLECTIONS))("what was sent and is reflected as %s", (_name, reflect) => {
  it.each(Object.entries(positions))("is taken out of the %s", (_position, place) => {
    const user = "user";
    const secret = "3f6c1c0e-9d0b-4b7e-8a51-0c2d7f6e9b14";
    const ha1 = md5(`${user}:a "realm":${secret}`);
    const basic = `Basic ${Buffer.from(`${user}:${secret}`).toString("base64")}`;
    for (const [text, hidden] of [
      [HEADER, [RESPONSE, CNONCE]],
      [`{"response":"${RESPONSE}"}`, [RESPONSE]],
      [RESPONSE, [RESPONSE]],
      [ha1, [ha1]],
      ...(/hex|upper/.test(_name) ? [] : [[basic, [base64(`${user}:${secret}`).toLowerCase()]] as const]),
    ] as const) {
      const redactor = new Redactor();
      redactor.learn(secret, user);
      redactor.learnAuthorization(HEADER);
      const shown = undone(redactor.exchange(place(reflect(text))));
      for (const value of hidden) expect(shown).not.toContain(value);
      expect(undone(place(reflect(text)))).toContain(hidden[0]);
    }
  });
});

describe("the digests that were sent", () => {
  it("are known from the exchange where nobody tells of them, and from a challenge the hashes of passwords", () => {
    const redactor = new Redactor();
    redactor.learn("a private key", "user");
    const shown = redactor.exchange(exchangeWith({ headers: [["authorization", HEADER]], answer: `["${RESPONSE}"]` }));
    expect("json" in shown.response && shown.response.json).toEqual(["***"]);
    const challenge: [string, string] = ["www-authenticate", 'Digest nonce="x", realm="other"'];
    const { response, ...rest } = exchangeWith({
      headers: [challenge],
      answer: `["${md5("user:other:a private key")}"]`,
    });
    const refused = redactor.exchange({ ...rest, response: { ...response, status: 401 } as Exchange["response"] });
    expect("json" in refused.response && refused.response.json).toEqual(["***"]);
  });

  it("are never forgotten, and hardly any other digits are taken for one", () => {
    const redactor = new Redactor();
    for (let count = 0; count < 100_000; count++)
      redactor.learnAuthorization(HEADER.replace(RESPONSE, md5(String(count))));
    const shown = (count: number): string => redactor.text(`<${md5(String(count))}>`);
    expect([shown(99_999), shown(8_001), shown(0)]).toEqual(["<***>", "<***>", "<***>"]);
    const others = Array.from({ length: 10_000 }, (_, index) => shown(100_000 + index));
    expect(others.filter((one) => one.includes("***")).length).toBeLessThan(10);
  });

  it("are masked where the last digit or more is missing, and nothing else of a text is", () => {
    const redactor = new Redactor();
    redactor.learnAuthorization(HEADER.replace(RESPONSE, createHash("sha256").update("x").digest("hex")));
    redactor.learnAuthorization(HEADER);
    const other = `${md5("other")} ${"ab".repeat(40)} ${base64(md5("other"))} MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM`;
    expect(redactor.text(`${other} ${RESPONSE.slice(0, 31)}, ${other}`)).toBe(`${other} ***, ${other}`);
  });

  it("leave tokens that were given out: they are learnt", () => {
    const redactor = new Redactor();
    const token = "eyJhbGciOiJIUzI1NiJ9.e30.abcdefgh";
    redactor.exchange(exchangeWith({ answer: JSON.stringify({ access_token: token, refresh_token: "a word" }) }));
    expect(redactor.text(`${token} a word`)).toBe("*** a word");
    for (let count = 0; count < 1_000; count++)
      redactor.exchange(exchangeWith({ answer: JSON.stringify({ access_token: `token-number-${count}-of-many` }) }));
    expect(redactor.text("token-number-5-of-many token-number-500-of-many")).toBe("*** ***");
  });

  it("cost time in proportion to the number of words, digits or letters of base64", () => {
    const redactor = new Redactor();
    for (let count = 0; count < 2_000; count++)
      redactor.learnAuthorization(HEADER.replace(RESPONSE, md5(String(count))));
    for (const piece of ["a", "0123456789abcdef", "MTIz", "word ", `${md5("1")}`, base64(md5("1")), "%61", "\\u0061"]) {
      expectLinear((size) => redactor.text(piece.repeat(size / piece.length)), 40_000, piece);
    }
  });
});

describe("what exchanges of somebody else show", () => {
  const TOKEN = "eyJhbGciOiJIUzI1NiJ9.e30.abcdefgh";
  const pair = (username: string, password: string): string => base64(`${username}:${password}`);
  const heeding = (...headers: readonly [string, string][]): Redactor => {
    const redactor = new Redactor();
    for (const header of headers) redactor.learnFromForeign(exchangeWith({ headers: [header] }));
    return redactor;
  };

  it.each([
    ["a bearer token", ["Authorization", `Bearer ${TOKEN}`], TOKEN],
    ["a token of another scheme", ["authorization", `Token ${TOKEN}`], TOKEN],
    ["a pair", ["Authorization", `Basic ${pair("admin", "s3cret-of-it")}`], pair("admin", "s3cret-of-it")],
    ["a password", ["Authorization", `Basic ${pair("admin", "s3cret-of-it")}`], "s3cret-of-it"],
    ["the pair of a word", ["Proxy-Authorization", `Basic ${pair("admin", "password")}`], pair("admin", "password")],
    ["a cookie", ["Cookie", `a=b; sid="${TOKEN}"`], TOKEN],
    ["a cookie that is set", ["Set-Cookie", `sid=${TOKEN}; Path=/; HttpOnly`], TOKEN],
    ["a field that is secret by its name", ["X-Api-Key", TOKEN], TOKEN],
  ] as const)("is a secret everywhere: %s", (_what, header, secret) => {
    const redactor = heeding([...header]);
    for (const encode of [(text: string) => text, encodeURIComponent, hex, JSON.stringify])
      expect(redactor.text(`<${encode(secret)}>`)).toMatch(/^<"?\*\*\*(?:=|%3D|3d)*"?>$/);
  });

  it.each([
    ["a user name", ["Authorization", `Basic ${pair("administrator-1", "s3cret-of-it")}`], "administrator-1"],
    ["a password that is a word", ["Authorization", `Basic ${pair("admin", "password")}`], '{"password":""}'],
    ["one that is short", ["Authorization", `Basic ${pair("admin", "a1b2c3d")}`], "a1b2c3d"],
    ["a short cookie", ["Cookie", "theme=dark"], "dark"],
    ["a digest's user", ["Authorization", 'Digest username="administrator-1", response="x"'], "administrator-1"],
  ] as const)("is none: %s", (_what, header, text) => {
    expect(heeding([...header]).text(text)).toBe(text);
  });

  it("is known by its words where there is much of it, and what is the caller's own is not learnt", () => {
    const tokens = Array.from({ length: 2_000 }, (_, count) => `${md5(String(count))}-tokén`.replace("é", "e"));
    const redactor = heeding(...tokens.map((token): [string, string] => ["Authorization", `Bearer ${token}`]));
    for (const token of [tokens[0], tokens[70], tokens.at(-1)])
      expect(redactor.text(`/a/${token}?t=${token}&u=%2F${token}`)).toBe("/a/***?t=***&u=%2F***");
    const own = new Redactor();
    own.exchange(exchangeWith({ headers: [["Authorization", `Bearer ${TOKEN}`]] }));
    expect(own.text(TOKEN)).toBe(TOKEN);
  });
});

describe("JSON that was written as a text", () => {
  const inner = { access_token: "abcdef0123456789", apiKey: 12345, name: "kept", note: "" };
  const once = JSON.stringify(JSON.stringify(inner));
  const twice = JSON.stringify(once);

  it.each([once, twice, `{"answer":${once}}`])("has its secret members masked, and nothing else of it: %s", (text) => {
    const masked = new Redactor().text(text);
    expect(masked).not.toContain("abcdef0123456789");
    expect(masked).not.toContain("12345");
    expect(masked).toContain("kept");
    expect(() => JSON.parse(masked)).not.toThrow();
  });

  it("shows the token that it gave out nowhere else either", () => {
    const redactor = new Redactor();
    redactor.exchange(exchangeWith({ answer: once }));
    expect(redactor.text("the token abcdef0123456789 was given out")).toBe("the token *** was given out");
  });

  it("costs time in proportion to its length", () => {
    const redactor = new Redactor();
    for (const part of ["\\", '\\"access_token\\"', '\\"access_token\\":\\"', `${"\\".repeat(20)}"token`])
      expectLinear((size) => redactor.text(`token ${part.repeat(size)}`), 16_000, part);
  });
});
