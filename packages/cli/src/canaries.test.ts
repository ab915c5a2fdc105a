import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { FORMATS } from "@plumbline/report";
import { neutral } from "@plumbline/schemas";
import { describe, expect, it, onTestFinished } from "vitest";
import { CANARIES, ENCODINGS, leaksIn, parrot } from "./canaries.test-support.ts";
import { main } from "./main.ts";
import { call } from "./main-call.test-support.ts";

const GROUP = "32b6e34b3d91647abb20e7b8";
const ENVIRONMENT = {
  MAIN_USER: "main-user",
  MAIN_KEY: CANARIES.main,
  OTHER_USER: "other-user",
  OTHER_KEY: CANARIES.other,
  CLIENT_ID: "client-id",
  CLIENT_SECRET: CANARIES.client,
  METRICS_USER: "metrics-user",
  METRICS_PASSWORD: CANARIES.metrics,
};
const OWN = [CANARIES.main, CANARIES.other, CANARIES.client, CANARIES.metrics];
const SECRETS = [...OWN, CANARIES.given];
const ALL = Object.keys(FORMATS).join(",");

const folder = mkdtempSync(join(tmpdir(), "plumbline-canaries-"));
const target = join(folder, "target.yml");
const corpus = join(folder, "corpus");

/** A target file for a new parrot server, which has issued no token yet. */
async function perched(): Promise<void> {
  const server = await parrot(OWN, CANARIES.given);
  onTestFinished(server.close);
  const credentials = {
    main: { public: "MAIN_USER", private: "MAIN_KEY" },
    noRole: { public: "OTHER_USER", private: "OTHER_KEY" },
    serviceAccount: { id: "CLIENT_ID", secret: "CLIENT_SECRET" },
    metrics: { username: "METRICS_USER", password: "METRICS_PASSWORD" },
  };
  const allow = ["create", "update", "delete"];
  const given = { baseUrl: server.url, metricsUrl: server.url, credentials, fixtures: { groupId: GROUP }, allow };
  writeFileSync(target, JSON.stringify(given));
}

/** The texts of all files below a folder, and the printed output. */
function textsOf(out: string, printed: string): ReadonlyMap<string, string> {
  const names = readdirSync(out, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => statSync(join(out, name)).isFile());
  return new Map([
    ["what is printed", printed],
    ...files.map((name) => [name, readFileSync(join(out, name), "utf8")] as const),
  ]);
}

function leaksOf(texts: ReadonlyMap<string, string>, secrets: readonly string[] = SECRETS): readonly string[] {
  // No file contains the characters with which the program marks cuts internally.
  const signs = [...texts].flatMap(([name, text]) => (/[\u0002\u0003]/.test(text) ? [`a sign in ${name}`] : []));
  return [...signs, ...[...texts].flatMap(([name, text]) => leaksIn(text, secrets).map((leak) => `${name}: ${leak}`))];
}

const WAIT = 300_000;

describe("canaries of every special character that a target repeats wherever it can write to", {
  timeout: WAIT,
}, () => {
  it("would be seen: each encoding of each is read back", () => {
    for (const secret of Object.values(CANARIES))
      for (const encode of ENCODINGS) expect(leaksIn(JSON.stringify([encode(secret)]), [secret])).toHaveLength(1);
  });

  it("would be seen in what a page has packed as well, and are not in the packing itself", () => {
    const pageOf = (data: string): string =>
      `<script id="exchange-data">${gzipSync(data).toString("base64")}</script><p>more</p>`;
    for (const secret of Object.values(CANARIES)) {
      expect(leaksIn(pageOf(JSON.stringify({ detail: secret })), [secret])).toHaveLength(1);
      expect(leaksIn(pageOf("{}"), [secret])).toEqual([]);
      expect(leaksIn(`${pageOf("{}")}${secret}`, [secret])).toHaveLength(1);
    }
  });

  /** PLUMBLINE_FULL judges other areas too; those of tokens wait a minute for the rate limit of their endpoint. */
  const more =
    process.env["PLUMBLINE_FULL"] === undefined ? [] : ["ALC,AUD", "TOKEN"].map((areas) => ["run", "--area", areas]);
  it.each([
    ["run", "--area", "ALT,METRICS"],
    ...more,
    ["fuzz", "--requests", more.length > 0 ? "150" : "60", "--seed", "7", "--corpus", corpus],
  ])("are in nothing that comes of plumbline %s", async (command, ...flags) => {
    await perched();
    const out = join(folder, [command, flags[1]].join("-"));
    const { out: printed, note } = await call(
      [command, "--target", target, "--format", ALL, "--out", out, "--verbose", "--patience", "1", ...flags],
      ENVIRONMENT,
    );
    const texts = textsOf(out, printed + note);
    expect([...texts.keys()]).toEqual(expect.arrayContaining(Object.values(FORMATS).map(({ file }) => file)));
    expect(texts.get("exchanges.ndjson")?.length).toBeGreaterThan(10_000);
    expect(leaksOf(texts)).toEqual([]);
  });

  it("are in nothing that comes of what the fuzzer stored", async () => {
    expect(leaksOf(textsOf(corpus, ""))).toEqual([]);
    await perched();
    const out = join(folder, "replayed");
    const { out: printed, note } = await call(["replay", "--target", target, "--out", out, corpus], ENVIRONMENT);
    expect(printed + note).toMatch(/FAILED|FIXED|ERROR/);
    expect(leaksOf(textsOf(out, printed + note))).toEqual([]);
    expect(leaksOf(textsOf(corpus, ""))).toEqual([]);
  });

  it("are in no page of plumbline ui, nor in what it streams", async () => {
    await perched();
    const out = join(folder, "ui");
    let printed = "";
    const say = (text: string): void => {
      printed += text;
    };
    const terminal = { out: say, note: say, interactive: false, colour: false, width: 80, environment: ENVIRONMENT };
    const ended = main(
      ["ui", "--target", target, "--area", "ALT", "--run", "--out", out, "--patience", "1", "--format", ALL],
      terminal,
    );
    await expect.poll(() => printed, { timeout: WAIT }).toMatch(/^http/);
    const url = printed.trim().split("\n")[0] ?? "";
    const streaming = new AbortController();
    let streamed = "";
    const stream = fetch(`${url}events`, { signal: streaming.signal })
      .then(async ({ body }) => {
        for await (const chunk of body ?? []) streamed += Buffer.from(chunk).toString();
      })
      .catch(() => undefined);
    const pageOf = async (path: string): Promise<string> => (await fetch(url + path)).text();
    // A busy server in this process may close a connection that has waited for it.
    const isOver = () =>
      pageOf("").then(
        (page) => page.includes('id="exchange-data"'),
        () => false,
      );
    await expect.poll(isOver, { timeout: WAIT, interval: 500 }).toBe(true);
    const [id = ""] = readdirSync(out);
    const pages = [await pageOf(""), await pageOf(`runs/${id}/`), streamed];
    streaming.abort();
    await stream;
    process.emit("SIGTERM");
    await ended;
    expect(pages.every((page) => page.length > 1_000)).toBe(true);
    expect(leaksOf(textsOf(out, printed + pages.join("\n")))).toEqual([]);
  });
});

describe("what clients and token endpoints show through a proxy", { timeout: WAIT }, () => {
  const path = `/api/${neutral.product}/v1.0/groups/${GROUP}/alerts`;
  const shown = [CANARIES.client, CANARIES.bearer, CANARIES.given, CANARIES.cookie];
  const pair = Buffer.from(`client-id:${CANARIES.client}`).toString("base64");

  /**
   * A client that sends each secret first in addresses, bodies and other fields, and then in the header that reveals
   * it.
   */
  const CLIENT = `
    const shown = ${JSON.stringify([...shown, pair])};
    const url = process.env.PLUMBLINE_PROXY_URL;
    const ask = async (path, options = {}) => { try { await (await fetch(url + path, options)).text(); } catch {} };
    const everywhere = async () => {
      for (const secret of shown) {
        await ask("${path}?next=" + encodeURIComponent(secret));
        await ask("${path}/" + encodeURIComponent(secret));
        await ask("${path}", { method: "POST", body: JSON.stringify({ note: secret, [secret]: 1 }), headers: { "x-note": encodeURIComponent(secret) } });
      }
    };
    await everywhere();
    await ask("${path}", { headers: { authorization: "Bearer " + shown[1] } });
    await ask("${path}", { headers: { cookie: "sid=" + shown[3] } });
    await ask("/api/oauth/token", { method: "POST", body: "grant_type=client_credentials", headers: { authorization: "Basic " + shown[4], "content-type": "application/x-www-form-urlencoded" } });
    await everywhere();
  `;

  it("is in no file of the proxy, and in none of what is judged again", async () => {
    const endpoint = await parrot(shown, CANARIES.given);
    const file = join(folder, "client.mjs");
    writeFileSync(file, CLIENT);
    const [out, recorded] = [join(folder, "proxy"), join(folder, "recorded")];
    try {
      const flags = ["--record", recorded, "--out", out, "--format", ALL, "--verbose"];
      const exec = ["--exec", `"${process.execPath}" "${file}"`];
      const { out: printed, note } = await call(["proxy", "--target", endpoint.url, ...flags, ...exec], {
        ...(process.env as Record<string, string>),
        PLUMBLINE_PUBLIC_KEY: "main-user",
        PLUMBLINE_PRIVATE_KEY: CANARIES.main,
      });
      const texts = textsOf(out, printed + note);
      expect(texts.get("exchanges.ndjson")?.length).toBeGreaterThan(10_000);
      expect(leaksOf(texts, shown)).toEqual([]);
      expect(leaksOf(textsOf(recorded, ""), shown)).toEqual([]);
    } finally {
      await endpoint.close();
    }
    for (const [name, recording] of [
      ["har", rawHar()],
      ["recorded", join(recorded, "traffic.har")],
    ] as const) {
      const again = join(folder, `judged-${name}`);
      const flags = ["--format", ALL, "--out", again, "--verbose", "--target", "http://h.example"];
      const { out: printed, note } = await call(
        ["judge", recording, ...(name === "har" ? flags : flags.slice(0, -2))],
        { PLUMBLINE_PUBLIC_KEY: "main-user", PLUMBLINE_PRIVATE_KEY: CANARIES.main },
      );
      expect(leaksOf(textsOf(again, printed + note), shown)).toEqual([]);
    }
  });

  /** An archive by another program, with everything that it recorded. */
  function rawHar(): string {
    const file = join(folder, "raw.har");
    const entry = (url: string, fields: Readonly<Record<string, string>>, text: string): object => ({
      startedDateTime: "2026-01-01T00:00:00.000Z",
      time: 1,
      request: { method: "GET", url, headers: Object.entries(fields).map(([name, value]) => ({ name, value })) },
      response: { status: 200, headers: [], content: { size: text.length, text, mimeType: "application/json" } },
    });
    const spoken = [...shown, pair].flatMap((secret) =>
      ENCODINGS.map((encode) =>
        entry(
          `http://h.example${path}?a=${encodeURIComponent(encode(secret))}`,
          {},
          JSON.stringify({ errorCode: encode(secret) }),
        ),
      ),
    );
    const headers = [
      { authorization: `Basic ${pair}` },
      { authorization: `Bearer ${CANARIES.bearer}` },
      { authorization: `Bearer ${CANARIES.given}` },
      { cookie: `a=b; sid=${CANARIES.cookie}` },
    ];
    const entries = [...spoken, ...headers.map((fields) => entry(`http://h.example${path}`, fields, "{}"))];
    writeFileSync(file, JSON.stringify({ log: { version: "1.2", creator: { name: "x", version: "1" }, entries } }));
    return file;
  }
});
