import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer as createHttp, type IncomingMessage, type RequestListener } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { promisify } from "node:util";
import { startReference } from "@plumbline/reference";
import { bindContract, fillPath, neutral } from "@plumbline/schemas";
import { afterEach, expect, it } from "vitest";
import { type Forwarder, startForwarder } from "./forwarder.ts";
import type { Taken } from "./taken.ts";

const noCurl = spawnSync("curl", ["--version"]).status !== 0;

const open: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket.on("error", () => undefined)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const http = (handle: RequestListener): Promise<string> => listen(createHttp(handle));

interface Front extends Forwarder {
  readonly taken: readonly Taken[];
  readonly lost: readonly string[];
}

async function front(upstream: string, more: { keepHost?: boolean; most?: number } = {}): Promise<Front> {
  const taken: Taken[] = [];
  const lost: string[] = [];
  const forwarder = await startForwarder({
    upstream,
    ...more,
    onTaken: (one) => taken.push(one),
    onLost: (side) => lost.push(side),
  });
  open.push(forwarder.close);
  return { ...forwarder, taken, lost };
}

/** Writes bytes to a server, and reads until the answer ends with a text. */
async function talk(url: string, bytes: string, until: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  open.push(() => socket.destroy());
  socket.write(bytes);
  let text = "";
  for await (const part of socket) {
    text += String(part);
    if (text.endsWith(until)) break;
  }
  return text;
}

const fieldsOf = (text: string): readonly string[] =>
  (text.split("\r\n\r\n")[0] ?? "")
    .split("\r\n")
    .filter((line) => line !== "" && !/^(connection|keep-alive):/i.test(line));

it("hands on method, path, query, fields, their order and their spelling, and the body, both ways", async () => {
  let heard = "";
  const answer =
    'HTTP/1.1 217 Just So\r\nx-ODD: 1\r\nX-Odd: 2\r\nWWW-Authenticate: Digest realm="a", nonce="b=="\r\ncontent-length: 3\r\n\r\na\u00e4';
  const upstream = await listen(
    createServer((socket) => {
      socket.on("data", (part) => {
        heard += String(part);
        if (heard.endsWith('{"a": 1}')) socket.write(answer);
      });
    }),
  );
  const { url, taken } = await front(`${upstream}/below/`);
  const head =
    'POST /a%2Fb/../c?x=1&x=%20&&y HTTP/1.1\r\nhOST: somewhere\r\nAuthorization: Digest uri="/a%2Fb/../c?x=1&x=%20&&y"\r\nX-two: 1\r\nX-Two: 2\r\nContent-Length: 8\r\n';
  const got = await talk(url, `${head}\r\n{"a": 1}`, "\u00e4");
  expect(fieldsOf(heard)).toEqual(
    fieldsOf(
      head
        .replace("/a%2Fb/../c?x=1&x=%20&&y HTTP", "/below/a%2Fb/../c?x=1&x=%20&&y HTTP")
        .replace("somewhere", new URL(upstream).host),
    ),
  );
  expect(fieldsOf(got)).toEqual(fieldsOf(answer));
  expect(got.endsWith("\r\n\r\na\u00e4")).toBe(true);
  await expect.poll(() => taken.length).toBe(1);
  expect(taken[0]).toMatchObject({ method: "POST", url: `${upstream}/below/a%2Fb/../c?x=1&x=%20&&y`, status: 217 });
  expect(String(taken[0]?.request.body)).toBe('{"a": 1}');
  expect(String(taken[0]?.response.body)).toBe("a\u00e4");
});

it("accepts a request target with an origin, as clients with a configured proxy send it", async () => {
  const upstream = await http((request, answer) => answer.end(request.url));
  const { url } = await front(`${upstream}/below`);
  for (const [target, path] of [
    [`${url}/a?b=1`, "/below/a?b=1"],
    ["http://elsewhere.example.com", "/below/"],
    ["HTTP://elsewhere.example.com?x", "/below/?x"],
  ])
    expect(await talk(url, `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`, String(path))).toMatch(/^HTTP\/1.1 200/);
});

it("sends the client's Host if asked to", async () => {
  const upstream = await http((request, answer) => answer.end(request.headers.host));
  const { url } = await front(upstream, { keepHost: true });
  expect(await (await fetch(url)).text()).toBe(new URL(url).host);
  const own = await front(upstream);
  expect(await (await fetch(own.url)).text()).toBe(new URL(upstream).host);
});

it("hands on each part of a body as it comes, and copies no more than it should", async () => {
  let go: () => void = () => undefined;
  const upstream = await http((_request, answer) => {
    answer.write("first");
    go = () => answer.end("second");
  });
  const { url, taken } = await front(upstream, { most: 6 });
  const reader = (await fetch(url)).body?.getReader();
  expect(String(Buffer.from((await reader?.read())?.value ?? []))).toBe("first");
  expect(taken).toEqual([]);
  go();
  expect(String(Buffer.from((await reader?.read())?.value ?? []))).toBe("second");
  await expect.poll(() => taken[0]?.response.isCut).toBe(true);
  expect(taken[0]?.response.body.length).toBe(0);
});

it("hands on a body of unknown length", async () => {
  const upstream = await http((request, answer) => void request.pipe(answer));
  const { url } = await front(upstream);
  async function* parts() {
    yield Buffer.from("one ");
    yield Buffer.from("two");
  }
  const body = ReadableStream.from(parts());
  const response = await fetch(url, { method: "POST", body, duplex: "half" } as RequestInit);
  expect(await response.text()).toBe("one two");
});

it("answers 502 for a server that is not there, and breaks an answer off that the server broke off", async () => {
  const upstream = await http((_request, answer) => {
    answer.writeHead(200, { "content-length": "10" });
    answer.write("half", () => answer.destroy());
  });
  const cut = await front(upstream);
  await expect(fetch(cut.url).then((response) => response.text())).rejects.toThrow();
  expect(cut.lost).toEqual(["server"]);
  const none = await front("http://127.0.0.1:9");
  expect((await fetch(none.url)).status).toBe(502);
  expect(none.lost).toEqual(["server"]);
  expect([...cut.taken, ...none.taken]).toEqual([]);
});

it("takes a failure of its own for that of one exchange, and goes on", async () => {
  const upstream = await http((_request, answer) => answer.end("well"));
  const lost: string[] = [];
  const fails = (): never => {
    throw new Error("within");
  };
  const onLost = (loss: string, message: string): void => void lost.push(`${loss}: ${message}`);
  const instead = { of: ({ url }: IncomingMessage) => (url === "/b" ? fails() : undefined) };
  const { url, close } = await startForwarder({ upstream, onTaken: fails, onLost, instead });
  open.push(close);
  expect((await fetch(`${url}/a`)).status).toBe(200);
  expect((await fetch(`${url}/b`)).status).toBe(502);
  expect((await fetch(`${url}/c`)).status).toBe(200);
  await expect.poll(() => lost).toEqual(["proxy: within", "proxy: within", "proxy: within"]);
});

it("holds a request back as long as there is no room for it", async () => {
  let asked = 0;
  const upstream = await http((_request, answer) => {
    asked += 1;
    answer.end();
  });
  let goOn: () => void = () => undefined;
  const full = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const [onTaken, onLost] = [() => undefined, () => undefined];
  const { url, close } = await startForwarder({ upstream, onTaken, onLost, room: () => full });
  open.push(close);
  const answer = fetch(url, { method: "POST", body: "x" });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked).toBe(0);
  goOn();
  expect((await answer).status).toBe(200);
});

it("ends a request whose client hung up", async () => {
  let isClosed = false;
  const upstream = await http((_request, answer) => {
    answer.on("close", () => (isClosed = true));
  });
  const { url, lost, taken } = await front(upstream);
  const stop = new AbortController();
  const asked = fetch(url, { signal: stop.signal }).catch(() => "stopped");
  setTimeout(() => stop.abort(), 100);
  expect(await asked).toBe("stopped");
  await expect.poll(() => isClosed).toBe(true);
  await expect.poll(() => lost).toEqual(["client"]);
  expect(taken).toEqual([]);
});

it.skipIf(noCurl)("keeps the digest of a real client valid (needs curl)", async () => {
  const reference = await startReference({});
  open.push(() => reference.close());
  const { url, taken } = await front(reference.url);
  const route = bindContract(neutral).route("listAlerts", "1.0");
  const path = fillPath(route?.path ?? "", () => reference.world.projectId);
  const { publicKey, privateKey } = reference.keys.all;
  const args = [
    "-sS",
    "--digest",
    "-u",
    `${publicKey}:${privateKey}`,
    "-w",
    "%{http_code}",
    "-o",
    "/dev/null",
    `${url}${path}?pageNum=1`,
  ];
  const { stdout } = await promisify(execFile)("curl", args);
  expect(stdout).toBe("200");
  await expect.poll(() => taken.map(({ status }) => status)).toEqual([401, 200]);
});

it("counts an exchange once, also if its client leaves before it could get the complete answer", async () => {
  const upstream = await http((request, answer) => {
    if (request.url !== "/never") answer.end("here");
  });
  const { url, taken, lost } = await front(upstream);
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  // The answer to the second request waits behind that to the first one.
  socket.write("GET /never HTTP/1.1\r\nHost: x\r\n\r\nGET /now HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(() => taken.length).toBe(1);
  socket.destroy();
  await expect.poll(() => lost.length).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([taken.map((one) => new URL(one.url).pathname), lost]).toEqual([["/now"], ["client"]]);
});
