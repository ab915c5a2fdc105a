import { connect, type Socket } from "node:net";
import { standardError, tokenError } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { basic, digest } from "./caller.test-support.ts";
import { running } from "./running.test-support.ts";

const caller = await running();
const { url, serviceAccount } = caller.reference;
const port = Number(new URL(url).port);
const validator = createValidator({ answers: true });
const targetOf = (...[id]: Parameters<typeof caller.url>): string => new URL(caller.url(id)).pathname;

/** Sends raw bytes, and returns everything received until the server closes or has answered. */
function exchange(bytes: Uint8Array, at = port): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(at, "127.0.0.1");
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
    // Half-closed, so that a server that waits for more bytes learns that none will come.
    socket.end(bytes);
  });
}

/** The number of random requests of raw bytes; set `FUZZ_RUNS` for more. */
const RUNS = Number(process.env["FUZZ_RUNS"] ?? 250);
const authorized = digest(caller.reference.keys.all, await caller.challenge(), {
  method: "POST",
  uri: targetOf("createAlertConfig"),
});

/** Draws requests that get an answer more often, because otherwise the server would reject nearly all of them early. */
const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const method = fc.oneof(
  often(3, fc.constantFrom("GET", "POST")),
  often(1, fc.constantFrom("PUT", "PATCH", "DELETE", "HEAD", "CONNECT", "TRACE", "G\u0000T", "get")),
);
const target = fc.oneof(
  often(4, fc.constantFrom(targetOf("getAlertConfig"), targetOf("createAlertConfig"), "/api/oauth/token")),
  fc.constantFrom(
    "/metrics/v1.0/groups/0/discovery",
    `${targetOf("listAlerts")}?pageNum=%zz`,
    `${targetOf("listAlerts")}?${"itemsPerPage=1&".repeat(800)}`,
    "/api/oauth/token?pretty=\u00e9",
    "*",
    "//",
    "http://[::",
    "/%00%ff",
    "/ /",
  ),
  fc.nat(3_000).map((count) => `/${"a/".repeat(count)}`),
  fc.string({ unit: "binary-ascii", maxLength: 60 }).map((text) => `/${text}`),
);
const version = fc.oneof(often(6, fc.constant("1.1")), fc.constantFrom("1.0", "1.2", "2.0"));
const header = fc.oneof(
  fc.constantFrom(
    "Host: x",
    "Content-Length: 5",
    "Content-Length: 999999999999",
    "Content-Length: -1",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: chunked, gzip",
    "Content-Type: application/json",
    "Content-Type: application/x-www-form-urlencoded",
    "Expect: 100-continue",
    "Expect: nothing",
    "Upgrade: h2c\r\nConnection: Upgrade",
    "Authorization: Digest ,,,=",
    `Authorization: Digest ${"a=b,".repeat(2_000)}`,
    `Authorization: Digest username="${"\\\\".repeat(4_000)}`,
    `Authorization: ${authorized}`,
    "Authorization: Bearer",
    `Authorization: ${basic(serviceAccount.clientId, serviceAccount.clientSecret)}`,
    "X: \u0001",
    ": nameless",
    `X: ${"x".repeat(20_000)}`,
    `${"X: y\r\n".repeat(3_000)}X: z`,
  ),
  fc
    .tuple(fc.string({ maxLength: 10 }), fc.string({ unit: "binary-ascii", maxLength: 20 }))
    .map((one) => one.join(": ")),
);
const body = fc.oneof(
  fc.constantFrom(
    "{}",
    "hello",
    "5\r\nhello\r\n0\r\n\r\n",
    "ffffffffff\r\nx",
    '{"a":',
    '{"__proto__":{"enabled":true},"__proto__":1}',
    `${"[".repeat(5_000)}`,
    "grant_type=%",
    "\u0000\u00ff",
  ),
  fc.json(),
);
const text = fc
  .tuple(method, target, version, fc.array(header, { maxLength: 2 }), body)
  .map(([verb, path, http, headers, content]) =>
    Buffer.from(`${verb} ${path} HTTP/${http}\r\nHost: x\r\n${headers.join("\r\n")}\r\n\r\n${content}`, "latin1"),
  );
/** Requests, requests with a changed byte or cut short, several in one piece, and bytes that are not a request. */
const raw = fc.oneof(
  often(3, text),
  fc.tuple(text, fc.nat(), fc.nat(255)).map(([bytes, at, value]) => {
    bytes[at % bytes.length] = value;
    return bytes;
  }),
  fc.tuple(text, fc.nat()).map(([bytes, end]) => bytes.subarray(0, end % bytes.length)),
  fc.array(text, { minLength: 2, maxLength: 3 }).map((several) => Buffer.concat(several)),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
);

/** The answers in the received bytes: each with its status, and the body of the announced length. */
function answersIn(reply: string): readonly { readonly status: number; readonly body: string }[] {
  const found = [...reply.matchAll(/HTTP\/1\.1 (\d{3}) [^\r]*\r\n([\s\S]*?)\r\n\r\n/g)];
  return found.map((match) => {
    const start = match.index + match[0].length;
    const length = Number(/^content-length: (\d+)/im.exec(match[2] ?? "")?.[1] ?? 0);
    // The answer to a HEAD announces a length but has no body, so the next answer begins there.
    const body = reply.startsWith("HTTP/1.1 ", start) ? "" : reply.slice(start, start + length);
    return { status: Number(match[1]), body };
  });
}

describe("raw bytes", () => {
  test("whatever arrives, every answer is an honest refusal and the server lives on", async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.array(raw, { minLength: 1, maxLength: 6 }), async (several) => {
        const replies = await Promise.all(several.map((bytes) => exchange(bytes)));
        for (const reply of replies) {
          if (reply !== "") expect(reply).toMatch(/^HTTP\/1\.1 \d{3} /);
          expect(reply).not.toMatch(/node:|\.ts:|\.js:|Error:/);
          for (const { status, body } of answersIn(reply)) {
            statuses.add(status);
            expect([100, 200, 400, 401, 404, 405, 406, 413, 415, 417, 431]).toContain(status);
            if (status < 400 || body === "") continue;
            const parsed: unknown = JSON.parse(body);
            const schemas = [standardError, tokenError];
            expect(schemas.some((schema) => validator.accepts(schema, parsed))).toBe(true);
          }
        }
      }),
      { numRuns: RUNS },
    );
    expect(statuses.size).toBeGreaterThan(4);
    expect((await caller.call("listAlerts")).status).toBe(200);
  });

  test("bytes that are not HTTP get an error in the standard form", async () => {
    for (const [bytes, status] of [
      ["nonsense\r\n\r\n", 400],
      [`GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
      [`GET / HTTP/1.1\r\nHost: x\r\n${"X: y\r\n".repeat(20_000)}\r\n`, 431],
    ] as const) {
      const reply = await exchange(Buffer.from(bytes));
      expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      const body: unknown = JSON.parse(reply.slice(reply.indexOf("\r\n\r\n") + 4));
      expect(validator.violations(standardError, body)).toEqual([]);
    }
  });

  test("a caller who leaves in the middle of a body harms no one", async () => {
    const left = Array.from({ length: 20 }, () =>
      exchange(
        Buffer.from(`POST ${targetOf("createAlertConfig")} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{`),
      ),
    );
    await Promise.all(left);
    expect((await caller.call("getAlert")).status).toBe(200);
  });
});

describe("time and memory", () => {
  const closed = (socket: Socket): Promise<string> => {
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on("error", () => undefined);
    return new Promise((resolve) => {
      for (const event of ["end", "close"]) socket.once(event, () => resolve(text));
    });
  };
  const opened = (at: number): Socket => connect({ port: at, host: "127.0.0.1", allowHalfOpen: true });

  test("connections of callers that send slowly, stop in the middle or send nothing are closed", async () => {
    const patient = await running({ patienceMilliseconds: 300 });
    const at = Number(new URL(patient.reference.url).port);
    const authorization = digest(patient.reference.keys.all, await patient.challenge(), {
      method: "POST",
      uri: new URL(patient.url("createAlertConfig")).pathname,
    });
    const head = `POST ${new URL(patient.url("createAlertConfig")).pathname} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
    const silent = opened(at);
    const halfHead = opened(at);
    halfHead.write("GET / HTTP/1.1\r\nHost: ");
    const drop = opened(at);
    const dripping = setInterval(() => drop.write("x"), 20);
    drop.write("GET / HTTP/1.1\r\nX: ");
    const halfBody = opened(at);
    halfBody.write(head);
    const idle = opened(at);
    idle.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    const began = performance.now();
    const texts = await Promise.all([silent, halfHead, drop, halfBody, idle].map(closed));
    // A caller that continues to send after the refusal must notice the closed connection.
    if (!drop.destroyed) await new Promise((resolve) => drop.once("close", resolve));
    clearInterval(dripping);
    expect(performance.now() - began).toBeLessThan(5_000);
    const [quiet = "", half = "", slow = "", body = "", kept = ""] = texts;
    for (const text of [half, slow]) {
      expect(text).toMatch(/^HTTP\/1\.1 408 /);
      expect(validator.violations(standardError, JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4)))).toEqual([]);
    }
    expect(quiet).toMatch(/^(HTTP\/1\.1 408 |$)/);
    expect(body).toBe("");
    expect(kept).toMatch(/^HTTP\/1\.1 404 /);
    expect((await patient.call("getAlert")).status).toBe(200);
  });

  test("thousands of idle connections cost little, and keep nobody out", async () => {
    const crowded = await running();
    const at = Number(new URL(crowded.reference.url).port);
    const before = process.memoryUsage().heapUsed;
    const sockets = await Promise.all(
      Array.from(
        { length: 2_000 },
        () =>
          new Promise<Socket>((resolve, reject) => {
            const socket = connect(at, "127.0.0.1", () => resolve(socket));
            socket.on("error", reject);
          }),
      ),
    );
    const began = performance.now();
    for (let index = 0; index < 20; index += 1) expect((await crowded.call("getAlert")).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(5_000);
    // Both ends of each connection are in this process.
    expect((process.memoryUsage().heapUsed - before) / sockets.length).toBeLessThan(50_000);
    for (const socket of sockets) socket.destroy();
  });

  test("a body without an end is refused while it comes, and not kept", async () => {
    const authorization = digest(caller.reference.keys.all, await caller.challenge(), {
      method: "POST",
      uri: targetOf("createAlertConfig"),
    });
    const socket = opened(port);
    socket.write(
      `POST ${targetOf("createAlertConfig")} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(0x10000, 0x20), Buffer.from("\r\n")]);
    let reply = "";
    socket.on("data", (data: Buffer) => {
      reply += data.toString();
    });
    socket.on("error", () => undefined);
    const before = process.memoryUsage().arrayBuffers;
    for (let sent = 0; sent < 1_000 && !socket.destroyed; sent += 1)
      if (!socket.write(chunk)) await new Promise((resolve) => setImmediate(resolve));
    await expect.poll(() => reply).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
    await expect
      .poll(() => process.memoryUsage().arrayBuffers - before, { timeout: 300_000 })
      .toBeLessThan(100 * 2 ** 20);
    expect((await caller.call("getAlert")).status).toBe(200);
  });
});
