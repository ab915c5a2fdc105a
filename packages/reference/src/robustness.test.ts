import { connect } from "node:net";
import { standardError } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { expect, test } from "vitest";
import { basic } from "./caller.test-helper.ts";
import { createRandom, type Random } from "./random.ts";
import { running } from "./running.test-helper.ts";

const caller = await running();
const { url, serviceAccount } = caller.reference;
const port = Number(new URL(url).port);
const validator = createValidator({ answers: true });

/** Sends bytes as they are, and returns whatever comes back until the server closes or has answered. */
function exchange(bytes: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const done = () => {
      socket.destroy();
      resolve(text);
    };
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", done);
    socket.on("close", done);
    // Half-closed: a server that waits for more learns that there is none.
    socket.end(bytes);
  });
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "CONNECT", "TRACE", "G\u0000T", "get"] as const;
const HEADERS = [
  "Host: x",
  "Content-Length: 5",
  "Content-Length: 999999999999",
  "Content-Length: -1",
  "Transfer-Encoding: chunked",
  "Content-Type: application/json",
  "Expect: 100-continue",
  "Expect: nothing",
  "Upgrade: h2c\r\nConnection: Upgrade",
  "Authorization: Digest ,,,=",
  `Authorization: Digest ${"a=b,".repeat(2_000)}`,
  "Authorization: Bearer",
  `Authorization: ${basic(serviceAccount.clientId, serviceAccount.clientSecret)}`,
  "X: \u0001",
  ": nameless",
  `X: ${"x".repeat(20_000)}`,
] as const;
const BODIES = [
  "{}",
  "hello",
  "5\r\nhello\r\n0\r\n\r\n",
  "ffffffffff\r\nx",
  '{"a":',
  "grant_type=%",
  "\u0000\u00ff",
] as const;

function garble(random: Random): Uint8Array {
  if (random.integer(0, 3) === 0)
    return Uint8Array.from({ length: random.integer(0, 400) }, () => random.integer(0, 255));
  const targets = [
    new URL(caller.url("getAlertConfig")).pathname,
    `${new URL(caller.url("listAlerts")).pathname}?pageNum=%zz`,
    "/api/oauth/token",
    "/api/oauth/token?pretty=\u00e9",
    `/${"a/".repeat(random.integer(0, 3_000))}`,
    "*",
    "//",
    "http://[::",
    "/%00%ff",
    "/ /",
  ] as const;
  const headers = Array.from({ length: random.integer(0, 4) }, () => random.pick(HEADERS)).join("\r\n");
  const text = `${random.pick(METHODS)} ${random.pick(targets)} HTTP/1.${random.integer(0, 2)}\r\n${headers}\r\n\r\n${random.pick(BODIES)}`;
  const bytes = Buffer.from(text, "latin1");
  const spoiled = random.integer(0, bytes.length - 1);
  if (random.integer(0, 2) === 0) bytes[spoiled] = random.integer(0, 255);
  return random.integer(0, 4) === 0 ? bytes.subarray(0, spoiled) : bytes;
}

test("whatever arrives, every answer is an honest refusal and the server lives on", async () => {
  const random = createRandom(20_250_101);
  const counts = new Map<string, number>();
  for (let round = 0; round < 30; round += 1) {
    const replies = await Promise.all(Array.from({ length: 12 }, () => exchange(garble(random))));
    for (const reply of replies) {
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(reply)?.[1] ?? "none";
      counts.set(status, (counts.get(status) ?? 0) + 1);
      expect(status).toMatch(/^(100|200|400|401|404|405|413|415|417|431|none)$/);
      expect(reply).not.toMatch(/node:|\.ts:|\.js:|Error:/);
    }
  }
  expect(counts.size).toBeGreaterThan(4);
  expect((await caller.call("listAlerts")).status).toBe(200);
});

test("what is not HTTP is refused in the standard error body", async () => {
  for (const [bytes, status] of [
    ["nonsense\r\n\r\n", 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
  ] as const) {
    const reply = await exchange(Buffer.from(bytes));
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const body: unknown = JSON.parse(reply.slice(reply.indexOf("\r\n\r\n") + 4));
    expect(validator.violations(standardError, body)).toEqual([]);
  }
});

test("a caller who leaves in the middle of a body harms no one", async () => {
  const target = new URL(caller.url("createAlertConfig")).pathname;
  const left = Array.from({ length: 20 }, () =>
    exchange(Buffer.from(`POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{`)),
  );
  await Promise.all(left);
  expect((await caller.call("getAlert")).status).toBe(200);
});
