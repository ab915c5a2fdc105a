import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { EXCHANGES_FILE, FORMATS } from "@plumbline/report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "./main-call.test-support.ts";

const SECRET = "canary/private+key";

/** A server that returns every form of the secret that it knows, in head and body, and in the names of members. */
const server = createServer((request, response) => {
  const repeated = `${SECRET} ${encodeURIComponent(SECRET)} ${btoa(`canary-user:${SECRET}`)}`;
  response.writeHead(request.headers.authorization ? 200 : 401, {
    "content-type": "application/json",
    "www-authenticate": 'Digest realm="r", nonce="n", algorithm=MD5, qop="auth", stale=false',
    "x-echo": repeated,
  });
  response.end(JSON.stringify({ results: [{ [`name-${SECRET}`]: repeated }], totalCount: repeated, colour: repeated }));
});

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

describe("a secret that the target repeats", () => {
  it("is in no file of a run, whatever its format, nor in what is printed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "plumbline-canary-"));
    const { port } = server.address() as AddressInfo;
    const args = ["run", "--target", `http://127.0.0.1:${port}`, "--group", "32b6e34b3d91647abb20e7b8"];
    const more = [
      "--area",
      "ALT,ERR",
      "--operation",
      "listAlerts,getAlert,acknowledgeAlert",
      "--verbose",
      "--format",
      Object.keys(FORMATS).join(","),
      "--out",
      folder,
    ];
    const environment = { PLUMBLINE_PUBLIC_KEY: "canary-user", PLUMBLINE_PRIVATE_KEY: SECRET };
    const { out, note, code } = await call([...args, ...more], environment);
    expect(code).toBe(1);
    const files = readdirSync(folder);
    expect(files.sort()).toEqual(
      [...Object.values(FORMATS).map(({ file }) => file), EXCHANGES_FILE, "journal.ndjson"].sort(),
    );
    const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
    const packed = /id="exchange-data">([^<]*)</u.exec(texts.get("index.html") ?? "")?.[1] ?? "";
    texts.set("exchanges of index.html", gunzipSync(Buffer.from(packed, "base64")).toString());
    texts.set("what is printed", out + note);
    expect(texts.get("exchanges of index.html")).toContain("x-echo");
    const forms = [SECRET, SECRET.replace("/", "\\/"), encodeURIComponent(SECRET), btoa(`canary-user:${SECRET}`)];
    for (const [name, text] of texts) for (const form of forms) expect(text.includes(form), name).toBe(false);
  });
});

const USER = "canary-user";
const REALM = "r";
const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
const hex = (text: string): string => Buffer.from(text).toString("hex");
const escaped = (text: string): string =>
  Array.from(text, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

/** Everything that was sent to the reflecting server and must not appear in any output. */
const seen = new Set<string>();
let latest = "";

/** A server that repeats the credentials of this request and of the previous one, in every form that it knows. */
const mirror = createServer((request, response) => {
  const own = request.headers.authorization ?? "";
  const before = latest;
  if (own !== "") latest = own;
  for (const [, value = ""] of own.matchAll(/(?:response|cnonce)="([0-9a-f]{31,})"/g)) seen.add(value);
  const basic = /^Basic (.*)$/.exec(own)?.[1];
  if (basic !== undefined) seen.add(basic.replace(/=+$/, ""));
  seen.add(md5(`${USER}:${REALM}:${SECRET}`));
  const pair = `Basic ${btoa(`${USER}:${SECRET}`)}`;
  const texts = [
    own,
    before,
    pair,
    md5(`${USER}:${REALM}:${SECRET}`),
    / response="(.*?)"/.exec(own)?.[1] ?? "",
  ].flatMap((text) => [
    text,
    text.startsWith("Basic") ? "" : text.toUpperCase(),
    encodeURIComponent(text),
    JSON.stringify(text),
    JSON.stringify(text).replaceAll('\\"', "\\u0022"),
    btoa(text),
    btoa(`>${text}`),
    btoa(`>>${text}`),
    text.startsWith("Basic") ? "" : hex(text),
  ]);
  const body = JSON.stringify({
    results: [{ id: /response="(.*?)"/.exec(own)?.[1] ?? before, [own]: texts }],
    totalCount: own,
    colour: texts,
    errorCode: before,
    token_type: own,
  });
  response.writeHead(own === "" ? 401 : 200, own === "" ? "Unauthorized" : before.replace(/[^ -~]/g, ""), {
    "content-type": "application/json",
    "www-authenticate": `Digest realm="${REALM}", nonce="n", algorithm=MD5, qop="auth"`,
    "x-echo": texts.slice(0, 12).join(" "),
    location: `/${encodeURIComponent(own)}`,
  });
  response.end(`${body.slice(0, -1)},"escaped":"${escaped(own)}"}`);
});

beforeAll(() => new Promise<void>((resolve) => void mirror.listen(0, "127.0.0.1", resolve)));
afterAll(() => void mirror.close());

describe("credentials that the target reflects", () => {
  it.each([
    ["run", "--area", "ALT,ERR,AUTH", "--operation", "listAlerts,getAlert", "--verbose"],
    ["fuzz", "--operation", "listAlerts", "--requests", "60", "--seed", "1"],
  ])("are in no file of plumbline %s, nor in what it prints", async (command, ...flags) => {
    seen.clear();
    const folder = mkdtempSync(join(tmpdir(), "plumbline-mirror-"));
    const { port } = mirror.address() as AddressInfo;
    const target = ["--target", `http://127.0.0.1:${port}`, "--group", "32b6e34b3d91647abb20e7b8"];
    const more = ["--format", Object.keys(FORMATS).join(","), "--out", folder];
    const environment = { PLUMBLINE_PUBLIC_KEY: USER, PLUMBLINE_PRIVATE_KEY: SECRET };
    const { out, note } = await call([command, ...target, ...flags, ...more], environment);
    const texts = new Map([["what is printed", out + note]]);
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!/\.\w+$/.test(name)) continue;
      const text = readFileSync(join(folder, name), "utf8");
      const packed = /id="exchange-data">([^<]*)</u.exec(text)?.[1];
      texts.set(name, packed === undefined ? text : text + gunzipSync(Buffer.from(packed, "base64")).toString());
    }
    expect(texts.size).toBeGreaterThan(8);
    expect(seen.size).toBeGreaterThan(20);
    expect(texts.get("exchanges.ndjson")).toContain("x-echo");
    for (const [name, text] of texts) {
      const whole = `${text}\n${undone(text)}`.toLowerCase();
      expect([name, [...seen, SECRET].filter((secret) => whole.includes(secret.toLowerCase()))]).toEqual([name, []]);
    }
  });
});

/** The texts that can be decoded from base64, hexadecimal digits and escapes. */
function undone(text: string): string {
  const plain = text
    .replace(/\\+u([0-9a-f]{4})/gi, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)))
    .replace(/%([0-9a-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
  const words = (text.match(/[A-Za-z0-9+/_-]{24,}/g) ?? []).flatMap((word) =>
    [0, 1, 2, 3].map((skip) => Buffer.from(word.slice(skip), "base64").toString("latin1")),
  );
  const digits = (text.match(/[0-9a-f]{40,}/gi) ?? []).map((word) => Buffer.from(word, "hex").toString("latin1"));
  return [plain, ...words, ...digits].join("\n");
}
