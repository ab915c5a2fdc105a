import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Report } from "@plumbline/report";
import { neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-hostile-"));
let count = 0;

/** The result for a file: the exit code, the output, and the findings of the report. */
async function judged(bytes: string | Buffer) {
  count += 1;
  const path = join(folder, `${count}.har`);
  writeFileSync(path, bytes);
  return judgedAt(path);
}

async function judgedAt(path: string) {
  const out = `${path}.d`;
  const { code, note } = await call(["judge", path, "--out", out, "--format", "json", "--quiet"]);
  const told = (): string =>
    (JSON.parse(readFileSync(join(out, "report.json"), "utf8")) as Report).doctor
      .flatMap(({ subject, text }) => (subject === "traffic" ? text : []))
      .join("\n");
  return { code, note, told: code === 2 && note.includes("no exchange") ? "" : note === "" ? told() : "" };
}

const URL = `http://localhost/api/${neutral.product}/v1.0/groups/${"0".repeat(24)}/alerts`;
/** An entry that is judged: a request without a credential receives a challenge. */
const GOOD = {
  startedDateTime: "2026-01-01T00:00:00.000Z",
  time: 1,
  request: { method: "GET", url: URL, headers: [{ name: "Accept", value: "application/json" }] },
  response: {
    status: 401,
    headers: [
      {
        name: "WWW-Authenticate",
        value: 'Digest realm="r", domain="", nonce="n", algorithm=MD5, qop="auth", stale=false',
      },
      { name: "Content-Type", value: "application/json" },
    ],
    content: { size: 70, text: '{"error":401,"reason":"Unauthorized","detail":"You are not authorized."}' },
  },
};
const good = JSON.stringify(GOOD);
const archive = (...entries: readonly string[]): string => `{"log":{"entries":[${entries.join(",")}]}}`;
const replaced = (path: string, value: string): string => good.replace(path, value);

/** Unexpected values for a member. */
const ODD = [
  "null",
  "true",
  "-1",
  "1e400",
  "-1e999",
  "123456789012345678901234567890",
  '""',
  '"\\u0000\\ud800"',
  '"\\n\\r\\n"',
  "[]",
  "[[]]",
  "[null]",
  "{}",
  '{"__proto__":{"a":1},"constructor":null,"toString":7,"length":9}',
  '[{"name":null,"value":{}},{"name":"a"},{"name":"__proto__","value":"x"},{"name":"\\r\\nX: y","value":"\\r\\nZ: w"}]',
  `${"[".repeat(400)}${"]".repeat(400)}`,
];

/** Replaces each member of an entry, and members of dialects, by a value. */
function* changed(value: string): Generator<string> {
  const places: readonly (readonly string[])[] = [
    ["startedDateTime"],
    ["time"],
    ["cache"],
    ["_fromCache"],
    ["_fetchType"],
    ["_securityState"],
    ["request"],
    ["response"],
    ...["method", "url", "headers", "queryString", "cookies", "bodySize", "headersSize", "postData", "_sent"].map(
      (name) => ["request", name],
    ),
    ...["text", "params", "mimeType", "encoding"].map((name) => ["request", "postData", name]),
    ...["status", "headers", "content", "bodySize", "_error", "_charlesStatus"].map((name) => ["response", name]),
    ...["text", "size", "encoding", "compression", "_file"].map((name) => ["response", "content", name]),
  ];
  for (const place of places) {
    const entry = structuredClone(GOOD) as unknown as Record<string, unknown>;
    const last = place.at(-1) ?? "";
    let at = entry;
    for (const name of place.slice(0, -1)) {
      at[name] ??= {};
      at = at[name] as Record<string, unknown>;
    }
    at[last] = "(here)";
    yield JSON.stringify(entry).replace('"(here)"', () => value);
  }
}

it("knows the entry that the others are made of", async () => {
  expect(await judged(archive(good))).toMatchObject({ note: "", told: "1 exchange was judged" });
});

it("accepts any value at any place, and judges the other entries", async () => {
  for (const value of ODD) {
    const entries = [...changed(value)];
    const { code, note, told } = await judged(archive(good, ...entries, good));
    expect([value, code < 2, note]).toEqual([value, true, ""]);
    const sum = [...told.matchAll(/^(\d+) (?:left out:|exchanges? w)/gm)].reduce(
      (all, [, number]) => all + Number(number),
      0,
    );
    expect([value, sum]).toEqual([value, entries.length + 2]);
  }
});

it.each([
  ["an entry that is no JSON", archive(good, '{"a":}', good), /^2 exchanges were judged\n.*entry 2 is not JSON/],
  [
    "a bare word",
    archive(good, "nonsense", good),
    /^2 exchanges were judged\n1 of 3 .*\n1 left out: an entry has no request/,
  ],
  [
    "two lists of entries",
    `{"log":{"entries":[${good}],"entries":[${good}]}}`,
    /^1 exchange was judged\n.*it has a second list/,
  ],
  ["members of one name", archive(good.replace('"time":1', '"time":1,"time":2,"time":{}')), /^1 exchange was judged/],
  ["something behind it", `${archive(good)}{"log":1}`, /^1 exchange was judged\n.*something follows/],
  ["no end", archive(good, good).slice(0, -10), /^1 exchange was judged\n.*it ends in the middle of the archive/],
  [
    "half a character at its end",
    Buffer.from(`\uFEFF${archive(good)}x`, "utf16le").subarray(0, -1),
    /^1 exchange was judged\n.*middle of a character/,
  ],
  [
    "a name of a prototype",
    archive(replaced('{"startedDateTime"', '{"__proto__":{"request":1},"startedDateTime"')),
    /^1 exchange was judged/,
  ],
])("judges a file with %s as far as it goes, and says so", async (_what, bytes, words) => {
  const { code, note, told } = await judged(bytes);
  expect(note).toBe("");
  expect(told).toMatch(words);
  expect(code).toBeLessThan(2);
});

/** A line of a Plumbline journal, and lines similar to one. */
const KEPT = {
  id: "x1",
  at: 0,
  milliseconds: 1,
  request: { method: "GET", url: URL, headers: [["Accept", "application/json"]] },
  response: { status: 204, headers: [["Date", "now"]], body: "", bodyBytes: 0, truncated: false },
};

it("bears lines that only look like those of a journal", async () => {
  const lines = [
    KEPT,
    { ...KEPT, at: 1e300, milliseconds: 1e300 },
    { ...KEPT, request: { ...KEPT.request, headers: [null, 7, ["a"], { name: "a" }] } },
    { ...KEPT, request: { ...KEPT.request, method: { toString: 7 } } },
    { ...KEPT, request: { ...KEPT.request, body: {} } },
    { ...KEPT, response: { ...KEPT.response, body: null } },
    { ...KEPT, response: { ...KEPT.response, status: 1e9 } },
    { ...KEPT, response: { ...KEPT.response, headers: {} } },
    { ...KEPT, response: [] },
    { type: "run", run: { startedAt: { toString: 7 } } },
    { type: { toString: 7 } },
    { type: "exchange", exchange: KEPT },
  ];
  const { code, note } = await judged(lines.map((line) => JSON.stringify(line)).join("\n"));
  expect(note).toBe("");
  expect(code).toBeLessThan(2);
});

const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

it("says which entry is nested too deep, and judges the others", async () => {
  const { code, note } = await judged(archive(good, replaced('"time":1', `"time":${deep(1_000_000)}`), good));
  expect(code).toBe(2);
  expect(note).toMatch(/\.har: entry 2: expected at most \d+ bytes and 500 levels/);
});

it("does not look into a body that is nested too deep", async () => {
  const body = JSON.stringify(deep(100_000));
  const entry = good.replace(/"text":".*"\}\}/, () => `"text":${body}}}`);
  expect((await judged(archive(good, entry))).code).toBeLessThan(2);
});

it.each([
  ["deep from its first sign on", deep(2_000_000)],
  ["deep before its entries", `{"a":${deep(2_000_000)},"log":{"entries":[]}}`],
  ["a collection that is no JSON", '{"info":{},"item":[}'],
  ["a collection that is nested too deep", `{"info":{},"item":${deep(100_000)}}`],
  ["an old collection", '{"id":"a","requests":[]}'],
  ["a zip", "PK\u0003\u0004"],
  ["gzip of nothing", gzipSync("")],
  ["gzip of a text", gzipSync("text")],
  ["half of gzip", gzipSync(archive(good)).subarray(0, 12)],
  ["zeroes", Buffer.alloc(100_000)],
  ["quotes", '"'.repeat(100_000)],
  ["backslashes", `{"log":{"entries":["${"\\".repeat(99_999)}`],
  ["marks of byte order", "\uFEFF".repeat(9)],
])("ends with 2 and a sentence where there is nothing to judge: %s", async (_what, bytes) => {
  const { code, note } = await judged(bytes);
  expect(code).toBe(2);
  expect(note).toMatch(/^plumbline: .*\n$/);
  expect(note).not.toContain("    at ");
});

const MEBIBYTE = 2 ** 20;

/** The largest growth of this process's memory during the work, in bytes. */
async function heldBy(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 5);
  await work();
  clearInterval(timer);
  return most - before;
}

/** Writes an archive in pieces: one valid entry, one with a body of this many mebibytes, and one valid entry. */
function fat(path: string, mebibytes: number): void {
  const file = openSync(path, "w");
  const [before = "", behind = ""] = good.split('"text":"');
  writeSync(file, `{"log":{"entries":[${good},${before}"text":"`);
  const piece = "x".repeat(MEBIBYTE);
  for (let count = 0; count < mebibytes; count++) writeSync(file, piece);
  writeSync(file, `${behind},${good}]}}`);
  closeSync(file);
}

it("judges an entry of 64 MiB", { timeout: 60_000 }, async () => {
  const path = join(folder, "fat.har");
  fat(path, 64);
  const { note, told } = await judgedAt(path);
  expect(note).toBe("");
  expect(told).toMatch(/^[23] exchanges were judged/);
});

it("passes over an entry that is too long, and holds no more of it", { timeout: 60_000 }, async () => {
  const path = join(folder, "fatter.har");
  fat(path, 560);
  const held = await heldBy(async () => {
    const { code, note } = await judgedAt(path);
    expect(code).toBe(2);
    expect(note).toMatch(/entry 2: expected at most \d+ bytes/);
  });
  expect(held / MEBIBYTE).toBeLessThan(400);
});
