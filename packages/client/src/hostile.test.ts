import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { type Connection, connect } from "./connect.ts";
import type { Exchange } from "./exchange.ts";
import type { Limits } from "./limits.ts";
import { serveRaw } from "./server.test-support.ts";
import type { ConnectOptions } from "./wire/connect-options.ts";

const SHORT: Limits = {
  connectMs: 600,
  headMs: 600,
  bodyMs: 600,
  totalMs: 1_100,
  headBytes: 4_096,
  wireBytes: 100_000,
  bodyBytes: 200_000,
};
/** For tests that expect an answer: a busy machine has all the time it needs. */
const PATIENT: Limits = { ...SHORT, connectMs: 60_000, headMs: 60_000, bodyMs: 60_000, totalMs: 60_000 };

function open(origin: string, options: Partial<ConnectOptions> = {}): Connection {
  const connection = connect({ origins: [origin], limits: SHORT, ...options });
  onTestFinished(() => connection.close());
  return connection;
}

const serveOnce = (answer: (socket: Socket) => void): Promise<string> =>
  serveRaw((socket) => socket.once("data", () => answer(socket)));

/** Sends one request to a server that calls `answer` after it received something. */
async function answered(answer: (socket: Socket) => void, method = "GET"): Promise<Exchange["response"]> {
  const origin = await serveOnce(answer);
  return (await open(origin, { limits: PATIENT }).send({ method, url: origin })).response;
}

/** The same, and it must end soon. */
async function against(answer: (socket: Socket) => void, limits = SHORT): Promise<Exchange["response"]> {
  const origin = await serveOnce(answer);
  const begun = performance.now();
  const { response } = await open(origin, { limits }).send({ method: "GET", url: origin });
  // SHORT ends a request after about a second, the usual limits after ten, so even a busy machine shows which one ended
  // it.
  expect(performance.now() - begun).toBeLessThan(8_000);
  return response;
}

function forever(socket: Socket, piece: string | Buffer, everyMs = 0): void {
  const write = (): void => {
    if (socket.destroyed) return;
    if (everyMs > 0 || socket.write(piece)) setTimeout(write, everyMs);
    else socket.once("drain", write);
    if (everyMs > 0) socket.write(piece);
  };
  write();
}

/** The socket, after the beginning of an answer was written to it. */
function begun(socket: Socket, text: string): Socket {
  socket.write(text);
  return socket;
}

const head = (...lines: string[]): string => ["HTTP/1.1 200 OK", ...lines, "", ""].join("\r\n");

test.each<[string, string, (socket: Socket) => void]>([
  ["silence", "head-timeout", () => undefined],
  ["a head that drips", "head-timeout", (socket) => forever(begun(socket, "HTTP/1.1 200 OK\r\na"), "b", 20)],
  ["1xx without end", "head-timeout", (socket) => forever(socket, "HTTP/1.1 103 Early\r\n\r\n", 5)],
  ["a reason phrase without end", "head-timeout", (socket) => forever(begun(socket, "HTTP/1.1 200 "), "x", 5)],
  ["a body that drips", "body-timeout", (socket) => forever(begun(socket, head("content-length: 100")), "x", 20)],
  ["a body that never comes", "body-timeout", (socket) => socket.write(head("content-length: 1"))],
  [
    "chunk extensions without end",
    "body-timeout",
    (socket) => forever(begun(socket, head("transfer-encoding: chunked")), "1;x", 5),
  ],
  [
    "headers without end",
    "protocol",
    (socket) => forever(begun(socket, "HTTP/1.1 200 OK\r\n"), "a: b\r\n".repeat(100)),
  ],
  ["one header without end", "protocol", (socket) => forever(begun(socket, "HTTP/1.1 200 OK\r\na: "), "b".repeat(999))],
  ["a body without end", "body-too-large", (socket) => forever(begun(socket, head()), Buffer.alloc(10_000))],
  [
    "chunks without end",
    "body-too-large",
    (socket) => forever(begun(socket, head("transfer-encoding: chunked")), "1\r\nx\r\n".repeat(5_000)),
  ],
  [
    "a huge length",
    "body-too-large",
    (socket) => forever(begun(socket, head("content-length: 999999999")), Buffer.alloc(10_000)),
  ],
  ["garbage", "protocol", (socket) => socket.end("\u0000\u0001 this is not HTTP\r\n\r\n")],
  ["another protocol's greeting", "protocol", (socket) => socket.write("SSH-2.0-OpenSSH_9.6\r\n")],
  ["two lengths", "protocol", (socket) => socket.end(`${head("content-length: 1", "content-length: 2")}x`)],
  ["a length that is no number", "protocol", (socket) => socket.end(`${head("content-length: x")}x`)],
  ["a broken chunk", "protocol", (socket) => socket.end(`${head("transfer-encoding: chunked")}zz\r\nx`)],
  ["100 Continue that nobody asked for", "protocol", (socket) => socket.end("HTTP/1.1 100 Continue\r\n\r\n")],
  ["an upgrade", "protocol", (socket) => socket.end("HTTP/1.1 101 S\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n")],
  ["nothing, then the end", "reset", (socket) => socket.end()],
  ["a reset", "reset", (socket) => socket.resetAndDestroy()],
  ["half a head", "reset", (socket) => socket.end("HTTP/1.1 200 OK\r\nconte")],
  ["too short a body", "reset", (socket) => socket.end(`${head("content-length: 10")}short`)],
  [
    "too short a body, announced as the last",
    "reset",
    (socket) => socket.end(`${head("connection: close", "content-length: 10")}short`),
  ],
  [
    "a chunked body cut off",
    "reset",
    (socket) => socket.end(`${head("connection: close", "transfer-encoding: chunked")}5\r\nab`),
  ],
  [
    "a reset in the body",
    "reset",
    (socket) => socket.write(`${head("content-length: 10")}ab`, () => setTimeout(() => socket.resetAndDestroy(), 10)),
  ],
  ["an unknown coding", "protocol", (socket) => socket.end(`${head("connection: close", "content-encoding: zstd")}x`)],
  [
    "a coding that is not what it says",
    "protocol",
    (socket) => socket.end(`${head("connection: close", "content-encoding: gzip")}plain`),
  ],
  [
    "a hundred codings",
    "protocol",
    (socket) => socket.end(`${head("connection: close", `content-encoding: ${"gzip,".repeat(100)}`)}x`),
  ],
])("%s is the fault %s", async (_name, fault, answer) => {
  const response = await against(answer);
  expect(response).toMatchObject({ fault, message: expect.stringMatching(/./) });
});

test("the whole request has a limit of its own", async () => {
  const answer = (socket: Socket): unknown => socket.write(head("content-length: 9"));
  const limits = { ...PATIENT, totalMs: 1_100 };
  expect(await against(answer, limits)).toMatchObject({ fault: "total-timeout" });
});

test.each<[string, number, string, (socket: Socket) => void]>([
  ["a body up to the end of the connection", 200, "ab", (socket) => socket.end(`${head("connection: close")}ab`)],
  ["bare line feeds in the body of HTTP/1.0", 200, "a\nb", (socket) => socket.end("HTTP/1.0 200 OK\r\n\r\na\nb")],
  ["204 with a length", 204, "", (socket) => socket.write("HTTP/1.1 204 No\r\ncontent-length: 5\r\n\r\n")],
  ["304 with a length", 304, "", (socket) => socket.write("HTTP/1.1 304 No\r\ncontent-length: 5\r\n\r\n")],
  [
    "early hints first",
    200,
    "a",
    (socket) => socket.write(`HTTP/1.1 103 E\r\nx: y\r\n\r\n${head("content-length: 1")}a`),
  ],
])("%s is an answer", async (_name, status, body, answer) => {
  expect(await answered(answer)).toMatchObject({ status, body });
});

test("HEAD has no body whatever its head announces", async () => {
  const answer = (socket: Socket): unknown => socket.write(head("content-length: 5", "content-encoding: gzip"));
  expect(await answered(answer, "HEAD")).toMatchObject({ status: 200, body: "" });
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["deflate", deflateRawSync],
  ["br", brotliCompressSync],
] as const)("%s is decoded, and a bomb of it stops at the limit", async (coding, compress) => {
  const answer = (content: Buffer) => (socket: Socket) => {
    socket.write(head(`content-encoding: ${coding}`, `content-length: ${content.length}`));
    socket.write(content);
  };
  const small = await answered(answer(compress('{"a":1}')));
  expect(small).toMatchObject({ status: 200, json: { a: 1 }, bodyBytes: 7 });
  const content = compress(Buffer.alloc(30_000_000));
  const before = process.memoryUsage().arrayBuffers;
  const bomb = await answered(answer(content));
  expect(bomb).toMatchObject({ fault: "body-too-large" });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
});

test("two codings are undone in turn", async () => {
  const content = brotliCompressSync(gzipSync("twice"));
  const answer = (socket: Socket): void => {
    socket.write(head("content-encoding: gzip, br", `content-length: ${content.length}`));
    socket.write(content);
  };
  expect(await answered(answer)).toMatchObject({ body: "twice" });
});

test("invalid UTF-8 is flagged and replaced", async () => {
  const response = await answered((socket) => socket.end(Buffer.from('HTTP/1.1 200 OK\r\n\r\n"\xc3\x28"', "latin1")));
  expect(response).toMatchObject({ invalidUtf8: true, bodyBytes: 4, body: '"\ufffd("' });
});

test("JSON nested 40,000 deep is text and no value", async () => {
  const response = await answered((socket) =>
    socket.end(`HTTP/1.1 200 OK\r\n\r\n${"[".repeat(40_000)}${"]".repeat(40_000)}`),
  );
  expect(response).toMatchObject({ status: 200, bodyBytes: 80_000, json: undefined });
});

test("a second answer to one request is never taken for the answer to the next", async () => {
  const origin = await serveRaw((socket) => {
    let requests = 0;
    socket.on("data", () => {
      const one = `HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n${++requests}`;
      socket.write(one + one.replace(/.$/, "x"));
    });
  });
  const connection = open(origin, { connections: 1, limits: PATIENT });
  for (let round = 0; round < 3; round++) {
    // The connection is replaced every time, so each request is the first on its connection.
    expect((await connection.send({ method: "GET", url: origin })).response).toMatchObject({ body: "1" });
  }
});

test("an answer sent while the connection rests costs that connection, not the next request", async () => {
  let unasked = 0;
  const origin = await serveRaw((socket) => {
    socket.on("data", () => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nasked");
      setTimeout(() => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\nunasked", () => unasked++), 10);
    });
  });
  const connection = open(origin, { connections: 1, limits: PATIENT });
  for (let round = 0; round < 2; round++) {
    expect((await connection.send({ method: "GET", url: origin })).response).toMatchObject({ body: "asked" });
    await expect.poll(() => unasked).toBe(round + 1);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
});

test("after a fault the next request opens a new connection", async () => {
  let connections = 0;
  const origin = await serveRaw((socket) => {
    const first = connections++ === 0;
    socket.on("data", () => {
      if (!first) socket.write(`${head("content-length: 2")}ok`);
    });
  });
  const connection = open(origin, { connections: 1, limits: { ...PATIENT, headMs: 2_000 } });
  expect((await connection.send({ method: "GET", url: origin })).response).toMatchObject({ fault: "head-timeout" });
  expect((await connection.send({ method: "GET", url: origin })).response).toMatchObject({ body: "ok" });
  expect(connections).toBe(2);
});

test("a body of one-byte chunks stays small in memory", async () => {
  const limits = { ...PATIENT, wireBytes: 2_000_000, bodyBytes: 2_000_000 };
  const origin = await serveRaw((socket) =>
    socket.once("data", () => {
      socket.write(head("transfer-encoding: chunked", "connection: close"));
      for (let block = 0; block < 100; block++) socket.write("1\r\nx\r\n".repeat(5_000));
      socket.end("0\r\n\r\n");
    }),
  );
  const before = process.memoryUsage().heapUsed;
  const { response } = await open(origin, { limits }).send({ method: "GET", url: origin });
  expect(response).toMatchObject({ bodyBytes: 500_000 });
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(60_000_000);
});

test("nobody listening, nobody answering the handshake, nobody speaking TLS", async () => {
  const closed = await serveRaw(() => undefined);
  const free = `http://127.0.0.1:${Number(new URL(closed).port) === 1 ? 2 : 1}`;
  const connection = open(free, { origins: [] });
  expect((await connection.send({ method: "GET", url: free })).response).toMatchObject({ fault: "refused" });
  const stalled = closed.replace("http:", "https:");
  expect((await connection.send({ method: "GET", url: stalled })).response).toMatchObject({ fault: "connect-timeout" });
  const plain = (await serveRaw((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"))).replace("http:", "https:");
  expect((await connection.send({ method: "GET", url: plain })).response).toMatchObject({ fault: "tls" });
});

const noOpenssl = spawnSync("openssl", ["version"]).error !== undefined;

test.skipIf(noOpenssl)(
  "(needs openssl) a certificate is checked, against the given authority, unless told not to",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
    const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    execFileSync("openssl", ["req", "-x509", ...made, "-keyout", key, "-out", cert, ...subject], { stdio: "ignore" });
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
      response.end("secure");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.close().closeAllConnections();
    });
    const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const get = async (options: Partial<ConnectOptions>) =>
      (await open(origin, options).send({ method: "GET", url: origin })).response;
    const limits = { ...SHORT, connectMs: 2_000, totalMs: 2_000 };
    expect(await get({ limits })).toMatchObject({ fault: "tls" });
    expect(await get({ limits, ca: readFileSync(cert, "utf8") })).toMatchObject({ body: "secure" });
    expect(await get({ limits, rejectUnauthorized: false })).toMatchObject({ body: "secure" });
  },
);
