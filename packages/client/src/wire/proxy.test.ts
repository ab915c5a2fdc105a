import { createServer as createHttp, type RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, connect as dial, type Server } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { noOpenssl, selfSigned } from "../certificate.test-support.ts";
import { connect } from "../connect.ts";
import { digestUser, serveDigest } from "../digest-server.test-support.ts";
import type { ConnectOptions } from "./connect-options.ts";
import { proxyFor } from "./proxy.ts";

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function listening(server: Server, host = "127.0.0.1"): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, host, resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  return portOf(server);
}

/** A proxy that always connects to one server, whatever the client asks for, and records what the client asked. */
async function proxyTo(port: number, allows: (authorization: string | undefined) => boolean = () => true) {
  const asked: string[] = [];
  const server = createHttp().on("connect", (request, socket) => {
    asked.push(`${request.method} ${request.url}`);
    if (!allows(request.headers["proxy-authorization"])) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      return;
    }
    const target = dial(port, "127.0.0.1", () => socket.write("HTTP/1.1 200 Connection Established\r\n\r\n"));
    target.on("error", () => socket.destroy()).pipe(socket);
    socket.on("error", () => target.destroy()).pipe(target);
  });
  return { url: `http://127.0.0.1:${await listening(server)}`, asked };
}

function get(url: string, options: Partial<ConnectOptions> = {}, credential?: typeof digestUser) {
  const connection = connect({ origins: [url], ...options });
  onTestFinished(() => connection.close());
  return connection.send({ method: "GET", url: `${url}/api?x=1`, ...(credential && { credential }) });
}

const greets: RequestListener = (request, response) => response.end(`${request.headers.host} ${request.url}`);

test("an http target is reached through its proxy, digest and all", async () => {
  const target = await serveDigest();
  const proxy = await proxyTo(Number(new URL(target.origin).port));
  const exchange = await get("http://target.example", { proxies: { http: proxy.url } }, digestUser);
  expect(exchange.response).toMatchObject({ status: 200 });
  expect(target.seen).toMatchObject({ accepted: 1, violations: [] });
  expect(new Set(proxy.asked)).toEqual(new Set(["CONNECT target.example:80"]));
});

test.skipIf(noOpenssl)(
  "(needs openssl) an https target is too, and its own certificate is what is checked",
  async () => {
    const { key, cert } = selfSigned();
    const port = await listening(createHttps({ key, cert }, greets));
    const proxy = await proxyTo(port, (sent) => sent === `Basic ${btoa("user:p@ss")}`);
    const https = proxy.url.replace("//", "//user:p%40ss@");
    expect((await get("https://target.example:8443", { ca: cert, proxies: { https } })).response).toMatchObject({
      status: 200,
      body: "target.example:8443 /api?x=1",
    });
    expect((await get("https://target.example", { proxies: { https } })).response).toMatchObject({ fault: "tls" });
    expect((await get("https://other.example", { ca: cert, proxies: { https } })).response).toMatchObject({
      fault: "tls",
    });
    expect(new Set(proxy.asked)).toEqual(
      new Set(["CONNECT target.example:8443", "CONNECT target.example:443", "CONNECT other.example:443"]),
    );
  },
);

test("a proxy that refuses, or is none, is named, and nothing was sent", async () => {
  const proxy = await proxyTo(9, () => false);
  const refused = await get("http://target.example", { proxies: { http: proxy.url } });
  expect(refused.response).toMatchObject({ reach: "unsent", message: expect.stringContaining("407") });
  const nobody = await get("http://target.example", { proxies: { http: "http://127.0.0.1:9" } });
  expect(nobody.response).toMatchObject({ fault: "refused", reach: "unsent" });
});

test("an address of IPv6 is reached", async (context) => {
  const server = createHttp(greets);
  const port = await listening(server, "::1").catch(() => context.skip());
  expect((await get(`http://[::1]:${port}`)).response).toMatchObject({ status: 200, body: `[::1]:${port} /api?x=1` });
});

test.skipIf(noOpenssl)("(needs openssl) and with a certificate", async (context) => {
  const { key, cert } = selfSigned();
  const port = await listening(createHttps({ key, cert }, greets), "::1").catch(() => context.skip());
  expect((await get(`https://[::1]:${port}`, { ca: cert })).response).toMatchObject({ status: 200 });
});

test.each([
  ["https://a.example", "", "http://s:1/"],
  ["http://a.example", "", "http://p:2/"],
  ["https://a.example", "b.example, example.org", "http://s:1/"],
  ["https://a.example", "a.example", undefined],
  ["https://a.example", ".example", undefined],
  ["https://a.example", "*.EXAMPLE", undefined],
  ["https://a.example:8443", "a.example:443", "http://s:1/"],
  ["https://a.example", "a.example:443", undefined],
  ["https://ba.example", "a.example", "http://s:1/"],
  ["https://a.example", "*", undefined],
  ["http://localhost:80", "", undefined],
  ["https://127.0.0.1:8443", "", undefined],
  ["https://[::1]:8443", "", undefined],
  ["https://[2001:db8::1]", "", "http://s:1/"],
  ["https://[2001:db8::1]", "2001:db8::1", undefined],
])("the way to %s but for %j leads through %s", (origin, none, proxy) => {
  expect(proxyFor(origin, { https: "http://s:1", http: "http://p:2", none })?.href).toBe(proxy);
});
