import { expect, onTestFinished, test } from "vitest";
import { type Connection, connect } from "./connect.ts";
import { answered, type Exchange, headerValue, headerValues } from "./exchange.ts";
import { InvalidRequestError } from "./invalid-request-error.ts";
import { serveHttp, serveRaw } from "./server.test-support.ts";
import type { ConnectOptions } from "./wire/connect-options.ts";

function open(origin: string, options: Partial<ConnectOptions> = {}): Connection {
  const connection = connect({ origins: [origin], ...options });
  onTestFinished(() => connection.close());
  return connection;
}

/** A server that answers every request with exactly the bytes it received. */
async function mirror(): Promise<string> {
  return serveRaw((socket) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (end === -1 || text.length < end + 4 + length) return;
      const body = Buffer.from(text, "latin1");
      text = "";
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`);
      socket.write(body);
    });
  });
}

const bodyOf = ({ response }: Exchange): string => ("body" in response ? response.body : response.message);

test.each([
  ["/a%2Fb/%7e/../x%zz?q=%20+%2B&&=#fragment", "/a%2Fb/%7e/../x%zz?q=%20+%2B&&="],
  ["", "/"],
  ["?x=1", "/?x=1"],
  ["//double//slash/./", "//double//slash/./"],
  ["/ü?ß='\"<>", "/\u00c3\u00bc?\u00c3\u009f='\"<>"],
])("the target %j goes out as it stands", async (target, wanted) => {
  const origin = await mirror();
  const exchange = await open(origin).send({ method: "GET", url: origin + target });
  const sent = "body" in exchange.response ? Buffer.from(exchange.response.body, "utf8").toString("latin1") : "";
  expect(sent.split("\r\n")[0]).toBe(`GET ${wanted} HTTP/1.1`);
  expect(exchange.request.url).toBe(origin + target);
});

test.each([
  { method: "GET" },
  { method: "DELETE" },
  { method: "POST" },
  { method: "PATCH", body: '{"ä":1}' },
  { method: "POST", body: new Uint8Array([1, 2, 3]) },
  { method: "GET", headers: { Connection: "close", Host: "other.example" } },
  { method: "PURGE", freshConnection: true },
])("the recorded head is the one on the wire: %o", async (part) => {
  const origin = await mirror();
  const headers = part.headers ?? [
    ["X-Twice", "1"],
    ["accept", "application/json"],
    ["x-twice", "2"],
  ];
  const connection = open(origin, { userAgent: "plumbline/0 (run)" });
  const exchange = await connection.send({ url: `${origin}/`, check: "c.1", ...part, headers } as Parameters<
    Connection["send"]
  >[0]);
  const [head = ""] = bodyOf(exchange).split("\r\n\r\n");
  expect(exchange.request.headers.map(([name, value]) => `${name}: ${value}`)).toEqual(head.split("\r\n").slice(1));
  expect(headerValue(exchange.request.headers, "x-plumbline-check")).toBe("c.1");
  expect(headerValue(exchange.request.headers, "user-agent")).toBe("plumbline/0 (run)");
});

test("so is that of a HEAD request, whose answer shows nothing", async () => {
  let head: readonly string[] = [];
  const origin = await serveHttp(({ rawHeaders }, response) => {
    head = rawHeaders;
    response.end();
  });
  const exchange = await open(origin).send({ method: "HEAD", url: `${origin}/`, headers: { accept: "a" } });
  expect(exchange.request.headers.flat()).toEqual(head);
});

test("a body is recorded as text, also where it was given as bytes", async () => {
  const origin = await mirror();
  const body = new Uint8Array([0x7b, 0xc3, 0xa4, 0x7d]);
  expect((await open(origin).send({ method: "PUT", url: origin, body })).request.body).toBe("{ä}");
});

test("requests are not marked when the connection says so", async () => {
  const origin = await mirror();
  const exchange = await open(origin, { markRequests: false }).send({ method: "GET", url: origin, check: "c" });
  expect(bodyOf(exchange)).not.toContain("plumbline-check");
});

test("an answer keeps its head as sent, and JSON is parsed whatever its content type", async () => {
  const origin = await serveRaw((socket) =>
    socket.once("data", () =>
      socket.end('HTTP/1.1 201 Made\r\nX-B: 1\r\nx-a: 2\r\nX-b:  3\r\ncontent-length: 12\r\n\r\n {"a":1e400}'),
    ),
  );
  const { response } = await open(origin).send({ method: "GET", url: origin });
  expect(response).toEqual({
    status: 201,
    headers: [
      ["X-B", "1"],
      ["x-a", "2"],
      ["X-b", "3"],
      ["content-length", "12"],
    ],
    body: ' {"a":1e400}',
    bodyBytes: 12,
    invalidUtf8: false,
    json: { a: Number.POSITIVE_INFINITY },
  });
  expect("headers" in response && headerValues(response.headers, "x-b")).toEqual(["1", "3"]);
});

test("a redirect is an answer like any other", async () => {
  let requests = 0;
  const origin = await serveHttp((_request, response) => {
    requests++;
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  const exchange = await open(origin).send({ method: "GET", url: `${origin}/x` });
  expect(answered(exchange) && exchange.response.status).toBe(302);
  expect(requests).toBe(1);
});

test("credentials in any form go to configured origins only", async () => {
  const origin = await mirror();
  const connection = open("http://configured.example");
  const credential = { scheme: "basic", label: "l", username: "u", password: "p" } as const;
  await expect(connection.send({ method: "GET", url: origin, credential })).rejects.toThrow(InvalidRequestError);
  for (const name of ["Authorization", "cookie", "Proxy-Authorization"]) {
    const request = { method: "GET", url: origin, headers: { [name]: "x" } };
    await expect(connection.send(request)).rejects.toThrow("http://configured.example");
  }
  expect(answered(await connection.send({ method: "GET", url: origin }))).toBe(true);
});

test.each([
  { url: "/relative" },
  { url: "ftp://127.0.0.1/" },
  { url: "http://user:secret@127.0.0.1/" },
  { url: "http://127.0.0.1/a b" },
  { url: "http://127.0.0.1/\r\nx: y" },
  { method: "BAD METHOD" },
  { headers: { "bad name": "x" } },
  { headers: { name: "line\r\nbreak" } },
  { headers: { "transfer-encoding": "chunked" } },
])("a request that cannot be sent is the caller's error: %j", async (part) => {
  const origin = await mirror();
  const sent = open(origin).send({ method: "GET", url: `${origin}/`, ...part } as Parameters<Connection["send"]>[0]);
  await expect(sent).rejects.toThrow(InvalidRequestError);
});

test("basic and raw credentials are sent as they are, in one exchange", async () => {
  const origin = await mirror();
  const connection = open(origin);
  const basic = { scheme: "basic", label: "l", username: "u", password: "p:ä" } as const;
  expect(bodyOf(await connection.send({ method: "GET", url: origin, credential: basic }))).toContain(
    `authorization: Basic ${Buffer.from("u:p:ä").toString("base64")}`,
  );
  const raw = { scheme: "raw", label: "hand-made", authorization: 'Digest nonce="x",qop=auth-int' } as const;
  const exchange = await connection.send({ method: "GET", url: origin, credential: raw });
  expect(bodyOf(exchange)).toContain('authorization: Digest nonce="x",qop=auth-int\r\n');
  expect(exchange.request.credential).toEqual({ scheme: "none", label: "hand-made" });
});

test("at most `connections` requests are in flight, and a fresh connection is its own", async () => {
  let [now, most, opened] = [0, 0, 0];
  const origin = await serveHttp((_request, response) => {
    most = Math.max(most, ++now);
    setTimeout(() => {
      now--;
      response.end();
    }, 5);
  });
  const counted = await serveRaw((socket) => {
    opened++;
    socket.on("data", () => socket.write("HTTP/1.1 204 No\r\n\r\n"));
  });
  const connection = open(origin, { connections: 3 });
  await Promise.all(Array.from({ length: 12 }, () => connection.send({ method: "GET", url: origin })));
  expect(most).toBe(3);
  for (const freshConnection of [false, false, true, true, false]) {
    await connection.send({ method: "GET", url: counted, freshConnection });
  }
  expect(opened).toBe(4);
});

test("requests with the same object share a connection with nobody else, and an abort ends one that waits there", async () => {
  const served: string[] = [];
  const sockets = new Map<unknown, number>();
  const origin = await serveHttp(({ url, socket }, response) => {
    if (!sockets.has(socket)) sockets.set(socket, sockets.size);
    served.push(`${url} on ${sockets.get(socket)}`);
    if (url !== "/silent") response.end();
  });
  const connection = open(origin, { connections: 1 });
  const [one, other] = [{}, {}];
  const send = (path: string, shared?: object, signal?: AbortSignal) =>
    connection.send({
      method: "GET",
      url: `${origin}${path}`,
      ...(shared && { connection: shared }),
      ...(signal && { signal }),
    });
  await send("/a", one);
  await send("/b");
  await send("/c", other);
  await send("/d", one);
  await send("/e");
  expect(served).toEqual(["/a on 0", "/b on 1", "/c on 2", "/d on 0", "/e on 1"]);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 20);
  expect((await send("/silent", one, stop.signal)).response).toMatchObject({ fault: "aborted" });
});

test("the rate spaces requests of all origins evenly", async () => {
  const times: number[] = [];
  const origin = await serveHttp((_request, response) => {
    times.push(performance.now());
    response.end();
  });
  const connection = open(origin, { rate: 50 });
  const begun = performance.now();
  await Promise.all(Array.from({ length: 11 }, () => connection.send({ method: "GET", url: origin })));
  // Ten intervals of 20 milliseconds. On a busy machine, a request sent early looks the same as one that arrived early.
  expect((times.at(-1) ?? 0) - begun).toBeGreaterThan(190);
  expect(times).toHaveLength(11);
});

test("an abort ends a request that waits for a lane, one in flight, and one not yet begun", async () => {
  const origin = await serveHttp(() => undefined);
  const connection = open(origin, { connections: 1 });
  const stop = new AbortController();
  const sent = [1, 2].map(() => connection.send({ method: "GET", url: origin, signal: stop.signal }));
  setTimeout(() => stop.abort(), 20);
  const late = Promise.all(sent).then(() => connection.send({ method: "GET", url: origin, signal: stop.signal }));
  for (const exchange of await Promise.all([...sent, late])) {
    expect(exchange.response).toMatchObject({ fault: "aborted" });
  }
});

test("closing ends what is in flight and what is sent afterwards", async () => {
  const origin = await serveHttp(() => undefined);
  const connection = connect({ origins: [origin], rate: 1 });
  const sent = [1, 2, 3].map(() => connection.send({ method: "GET", url: origin }));
  setTimeout(() => connection.close(), 20);
  for (const exchange of await Promise.all(sent)) expect(exchange.response).toMatchObject({ fault: "aborted" });
  expect((await connection.send({ method: "GET", url: origin })).response).toMatchObject({ fault: "aborted" });
});

test("time is told by the given clock, ids by the prefix", async () => {
  const origin = await mirror();
  const connection = open(origin, { now: () => 1_735_689_600_000, idPrefix: "lane-a-" });
  const exchange = await connection.send({ method: "GET", url: origin, operation: "getX", version: "2" });
  expect(exchange).toMatchObject({ id: "lane-a-1", startedAt: 1_735_689_600_000, operation: "getX", version: "2" });
  expect(exchange.milliseconds).toBeGreaterThan(0);
});
