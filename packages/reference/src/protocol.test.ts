import { gzipSync } from "node:zlib";
import { atlas, standardError } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { describe, expect, test } from "vitest";
import { type Call, type Reply, send } from "./caller.test-support.ts";
import { memberIn } from "./json.test-support.ts";
import { running } from "./running.test-support.ts";

const caller = await running();
const { url, world } = caller.reference;
const validator = createValidator({ answers: true });
const wellRefused = (reply: Reply, status: number): void => {
  expect(reply.status).toBe(status);
  expect(validator.violations(standardError, reply.json)).toEqual([]);
  expect(memberIn(reply.json, "error")).toBe(status);
};

test("an unknown path answers 404 without a challenge", async () => {
  for (const path of ["/", "/api", "/api/product/v3/clusters", `${new URL(caller.url("listAlerts")).pathname}/`]) {
    wellRefused(await send(url + path), 404);
  }
});

test("another method answers 405 and names the methods that the path has", async () => {
  const target = caller.url("getAlertConfig");
  for (const method of ["POST", "OPTIONS"]) {
    const reply = await send(target, { method });
    wellRefused(reply, 405);
    expect(reply.headers.allow).toBe("DELETE, GET, PATCH, PUT");
  }
  const head = await send(target, { method: "HEAD" });
  expect([head.status, head.text]).toEqual([405, ""]);
});

describe("Accept", () => {
  const accept = async (version: "1.0" | "2", value: string) =>
    (await caller.call("listMatcherFieldNames", { version, headers: { Accept: value } })).status;
  test.each([
    ["1.0", "application/json", 200],
    ["1.0", "*/*", 200],
    ["1.0", "text/html, application/*;q=0.1", 200],
    ["1.0", "text/html", 406],
    ["1.0", "application/json;q=0", 406],
    ["2", "application/vnd.product.2025-01-01+json", 200],
    ["2", "application/vnd.product.2026-02-28+json", 200],
    ["2", "APPLICATION/vnd.Product.2025-01-01+JSON; q=1.0", 200],
    ["2", "*/*", 200],
    ["2", "application/json", 406],
    ["2", "application/vnd.product.2024-12-31+json", 406],
    ["2", "application/vnd.product.2026-02-30+json", 406],
    ["2", "application/vnd.atlas.2025-01-01+json", 406],
    ["2", "application/vnd.product.2025-01-01+csv", 406],
  ] as const)("version %s, %s: %i", async (version, value, status) => {
    expect(await accept(version, value)).toBe(status);
  });
});

describe("dates before the only one of the description", async () => {
  const older = await running({ profile: atlas });
  const typed = (date: string): string => `application/vnd.atlas.${date}+json`;
  const read = (accept: string) => older.call("listMatcherFieldNames", { version: "2", headers: { Accept: accept } });

  test.each([
    [typed("2023-01-01"), typed("2023-01-01")],
    [`${typed("2023-02-01")}, ${typed("2024-08-05")};q=0.5, application/json`, typed("2024-08-05")],
    [`${typed("2023-02-01")};q=0, ${typed("2025-03-12")}`, typed("2025-01-01")],
    ["*/*", typed("2025-01-01")],
  ])("are answered no later than asked where a profile has them: %s", async (accept, type) => {
    const reply = await read(accept);
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, type]);
  });

  test("go back no further than the profile says, and are taken for bodies alike", async () => {
    expect((await read(typed("2022-12-31"))).status).toBe(406);
    const create = (date: string) =>
      older.call("createAlertConfig", {
        body: '{"eventTypeName":"JOINED_GROUP","notifications":[]}',
        headers: { "Content-Type": typed(date) },
      });
    expect([(await create("2023-01-01")).status, (await create("2022-12-31")).status]).toEqual([200, 415]);
  });
});

describe("bodies", () => {
  const create = (call: Call) => caller.call("createAlertConfig", call);
  const CONFIG = '{"eventTypeName":"JOINED_GROUP","notifications":[]}';
  const nested = (depth: number) => `{"x":${"[".repeat(depth)}${"]".repeat(depth)},${CONFIG.slice(1)}`;

  test.each(["application/json; charset=utf-8", "APPLICATION/JSON", "application/vnd.product.2025-01-01+json;x=y"])(
    "are taken as %s",
    async (type) => {
      expect((await create({ body: CONFIG, headers: { "Content-Type": type } })).status).toBe(200);
    },
  );

  test.each(["text/plain", "application/xml", "application/vnd.product.2024-01-01+json", "", "application/jsonx"])(
    "are not taken as %s",
    async (type) => {
      wellRefused(await create({ body: CONFIG, headers: { "Content-Type": type } }), 415);
    },
  );

  test("are not taken in a content coding", async () => {
    wellRefused(await create({ body: gzipSync(CONFIG), headers: { "Content-Encoding": "gzip" } }), 415);
  });

  test("may nest a hundred levels and be one mebibyte large", async () => {
    expect((await create({ body: nested(99) })).status).toBe(200);
    wellRefused(await create({ body: nested(100) }), 400);
    wellRefused(await create({ body: "[".repeat(500_000) }), 400);
    expect((await create({ body: CONFIG.padEnd(1024 * 1024, " ") })).status).toBe(200);
    wellRefused(await create({ body: CONFIG.padEnd(1024 * 1024 + 1, " ") }), 413);
    const chunked = { body: CONFIG.padEnd(3 * 1024 * 1024, " "), headers: { "Transfer-Encoding": "chunked" } };
    wellRefused(await create(chunked), 413);
  });

  test.each([
    ["a member twice", '{"enabled":true,"enabled":false}'],
    ["a member twice, once escaped", '{"enabled":true,"\\u0065nabled":false}'],
    ["a comma too many", '{"enabled":true,}'],
    ["a number that is none", '{"enabled":NaN}'],
    ["a byte order mark", "\ufeff{}"],
    ["bytes that are no UTF-8", Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["an open string full of quotes", `"${'\\"'.repeat(300_000)}`],
    ["nothing", ""],
  ])("with %s are refused in words of our own", async (_what, body) => {
    const reply = await caller.call("setAlertConfigEnabled", { body });
    wellRefused(reply, 400);
    expect(reply.text).not.toMatch(/position|token|line \d|\bat [A-Za-z]+ \(/i);
  });
});

test("a path parameter is decoded, and broken encoding is refused", async () => {
  const encoded = caller.url("getAccessLogsByCluster").replace("Cluster0", "%43luster0");
  const status = async (target: string) =>
    (await caller.call("getAccessLogsByCluster", { path: { clusterName: target } })).status;
  expect(encoded).toContain("%43");
  expect(await status("%43luster0")).toBe(400);
  wellRefused(await caller.call("getAccessLogsByCluster", { path: { groupId: "%" } }), 400);
  wellRefused(await caller.call("listAlerts", { path: { groupId: world.projectId.toUpperCase() } }), 400);
});

test("an absolute request target leads to the same place", async () => {
  const { connect } = await import("node:net");
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.end(`GET ${caller.url("listAlerts")} HTTP/1.1\r\nHost: elsewhere\r\nConnection: close\r\n\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(Buffer.from(chunk));
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 401 /);
});
