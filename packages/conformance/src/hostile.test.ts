import { createServer as createHttpServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { type Report, renderHtml, renderJunit } from "@plumbline/report";
import type { OperationId } from "@plumbline/schemas";
import { afterEach, describe, expect, it } from "vitest";
import { conduct } from "./conduct.ts";
import { requirements } from "./requirements/requirements.ts";
import { testTarget } from "./target/target.test-support.ts";

const servers: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A server that controls the raw bytes of its connections. */
async function raw(talk: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", () => talk(socket));
  });
  servers.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return listening(server);
}

async function http(listener: RequestListener): Promise<string> {
  const server = createHttpServer({ maxHeaderSize: 65_536 }, listener);
  servers.push({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return listening(server);
}

const json = (body: string, headers: Readonly<Record<string, string>> = {}): RequestListener => {
  return (_request, response) => response.writeHead(200, { "content-type": "application/json", ...headers }).end(body);
};
const head = (...lines: readonly string[]): string => ["HTTP/1.1 200 OK", ...lines, "", ""].join("\r\n");
const JSON_TYPE = "content-type: application/json";
const MARKUP = `</script><script>parent.hacked=1</script><img src=x onerror=parent.hacked=1>\u001b[2J\u0000\u202e]]>`;

/** Writes the beginning of an answer and returns the socket. */
function begun(socket: Socket, text: string): Socket {
  socket.write(text);
  return socket;
}

/** Writes until the other side closes the connection. */
function pour(socket: Socket, piece: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.writable) if (!socket.write(piece)) return void socket.once("drain", more);
  };
  more();
}

function drip(socket: Socket): void {
  setInterval(() => socket.write("1"), 50).unref();
}

const HOSTILE: readonly (readonly [what: string, start: () => Promise<string>])[] = [
  ["an endless body", () => raw((socket) => pour(begun(socket, head(JSON_TYPE)), "[".repeat(65_536)))],
  [
    "a body that arrives byte by byte",
    () => raw((socket) => drip(begun(socket, head(JSON_TYPE, "content-length: 99")))),
  ],
  ["endless headers", () => raw((socket) => pour(begun(socket, "HTTP/1.1 200 OK\r\n"), "x: y\r\n".repeat(999)))],
  ["silence", () => raw(() => undefined)],
  [
    "a reset in the middle of the body",
    () => raw((socket) => begun(socket, head(JSON_TYPE, "content-length: 99")).resetAndDestroy()),
  ],
  [
    "a content length that is too large",
    () => raw((socket) => socket.end(`${head(JSON_TYPE, "content-length: 99")}{}`)),
  ],
  [
    "a content length that is too small",
    () => raw((socket) => socket.end(`${head(JSON_TYPE, "content-length: 1")}{}{}{}`)),
  ],
  ["no HTTP at all", () => raw((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"))],
  [
    "a decompression bomb",
    () => {
      const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, "["));
      return http((_request, response) =>
        response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb),
      );
    },
  ],
  [
    "circular redirects",
    () => http((request, response) => response.writeHead(302, { location: request.url ?? "/" }).end()),
  ],
  [
    "HTML pages",
    () =>
      http((_request, response) =>
        response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>"),
      ),
  ],
  [
    "invalid UTF-8",
    () =>
      http((_request, response) =>
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
      ),
  ],
  ["NaN in place of a number", () => http(json('{"results":[{"id":NaN}],"totalCount":1e400}'))],
  ["numbers beyond the range of a double", () => http(json('{"results":[],"totalCount":1e400}'))],
  ["a hundred thousand brackets", () => http(json("[".repeat(100_000) + "]".repeat(100_000)))],
  [
    "endless challenges",
    () =>
      http((_request, response) =>
        response
          .writeHead(401, {
            "www-authenticate": `Digest realm="r", nonce="${Math.random()}", algorithm=MD5, qop="auth", stale=true`,
          })
          .end(),
      ),
  ],
  [
    "a clock that is years off",
    () => http(json('{"results":[],"totalCount":0}', { date: "Thu, 01 Jan 1970 00:00:00 GMT" })),
  ],
  [
    "markup in every member",
    () =>
      http((_request, response) => {
        const field = JSON.stringify(MARKUP);
        response.writeHead(418, { "content-type": "application/json", "x-odd": encodeURIComponent(MARKUP) });
        response.end(`{"error":${field},"errorCode":${field},"detail":${field},"reason":${field},${field}:${field}}`);
      }),
  ],
  [
    "property names of Object.prototype",
    () =>
      http(
        json(
          '{"__proto__":{"id":"x"},"constructor":{"prototype":1},"results":[{"__proto__":null,"toString":1}],"totalCount":1}',
        ),
      ),
  ],
];

/** Milliseconds: a run takes a few seconds on an idle machine, and several times that on a busy one. */
const SOON = 30_000;

describe("conduct, for a hostile target", () => {
  it.each(HOSTILE)("ends soon with a verdict and a readable report if the target sends %s", async (_what, start) => {
    const url = await start();
    const began = performance.now();
    const before = process.memoryUsage().rss;
    const report = await judge(url);
    expect(performance.now() - began).toBeLessThan(SOON);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    expect(report.verdicts.filter(({ outcome }) => outcome === "harness-error")).toEqual([]);
    expect(["failed", "incomplete", "unreachable"]).toContain(report.outcome);
    const page = renderHtml(report);
    expect(page).not.toContain("<img src=x");
    expect(page).not.toContain("<script>parent");
    expect(page.length).toBeLessThan(12 * 1024 * 1024);
    expect(renderJunit(report)).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u202e]/);
  });

  it("sends no credentials to another host after a redirect", async () => {
    const heard: string[] = [];
    const elsewhere = await http((request, response) => {
      heard.push(JSON.stringify(request.headers));
      response.end();
    });
    const url = await http((_request, response) => response.writeHead(307, { location: `${elsewhere}/` }).end());
    const report = await judge(url);
    expect(heard).toEqual([]);
    expect(["failed", "incomplete"]).toContain(report.outcome);
  });
});

/** A list, a record and a write; PLUMBLINE_FULL judges more of them. */
const OPERATIONS: readonly OperationId[] =
  process.env["PLUMBLINE_FULL"] === undefined
    ? ["createAlertConfig", "listAlerts", "getAlert"]
    : ["listAlertConfigs", "createAlertConfig", "getAlertConfig", "listAlerts", "getAlert"];

/** Judges the readable operations of the common areas, with limits of a tenth of the usual. */
function judge(url: string): Promise<Report> {
  return conduct(testTarget(url, { allow: new Set(["read", "create", "update", "delete"]) }), {
    requirements,
    selection: {
      areas: ["GEN", "ENV", "PAGE", "ERR", "HDR", "ALC", "ALT", "AUTH"],
      operations: OPERATIONS,
    },
    jobs: 8,
    command: "test",
    runId: "test",
    toolVersion: "0",
    connection: {
      limits: {
        connectMs: 500,
        headMs: 300,
        bodyMs: 300,
        totalMs: 600,
        wireBytes: 800 * 1024,
        bodyBytes: 800 * 1024,
      },
    },
  });
}
