import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttp2, createSecureServer } from "node:http2";
import { createServer as createHttps } from "node:https";
import type { AddressInfo, Server as NetServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bindContract, INTERFACE_VERSIONS, neutral } from "@plumbline/schemas";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { noOpenssl, selfSigned } from "../certificate.test-support.ts";
import { call } from "../main-call.test-support.ts";
import { knock } from "./knock.ts";
import { inWords } from "./wrong-address.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-knock-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const identity = noOpenssl ? { key: "", cert: "" } : selfSigned(folder);

/** Listens until the test ends. Returns the host and port. */
async function listening(server: NetServer): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serverOf = (answer: RequestListener): Server => createServer(answer);
const refuses: RequestListener = (_request, response) => void response.writeHead(401).end();
const to =
  (place: (path: string) => string): RequestListener =>
  ({ url = "" }, response) =>
    void response.writeHead(308, { location: place(url) }).end();

const knockAt = (baseUrl: string) =>
  knock({
    target: { baseUrl, contract: bindContract(neutral), versions: INTERFACE_VERSIONS },
    connection: { ca: identity.cert },
  });

describe("an address is not that of the interface", () => {
  it.each([
    ["https", (path: string) => `https://api.example.net${path}`, "https://api.example.net"],
    ["another path", (path: string) => `/gateway${path}?a=b`, "/gateway"],
  ])("where each path is redirected to %s", async (_what, place, right) => {
    const host = await listening(serverOf(to(place)));
    const found = await knockAt(`http://${host}`);
    expect(found?.right).toBe(right.startsWith("/") ? `http://${host}${right}` : right);
    expect(found?.why).toContain("it redirects every path below it (308)");
    expect(found?.why).not.toContain("a=b");
  });

  it("where each path is redirected to one place, and no right one is known", async () => {
    const host = await listening(serverOf(to(() => "https://login.example.net/start?next=1")));
    const found = await knockAt(`http://${host}`);
    expect(found).toEqual({
      why: "it redirects every path below it (308), for example to https://login.example.net/start",
    });
    expect(inWords(found ?? { why: "" }, { baseUrl: "http://x", file: "target.yml" })).toMatch(
      /^target\.yml: baseUrl http:\/\/x is not the address .* give the address at which the API itself answers$/,
    );
  });

  it("where http is spoken and https was asked for", async () => {
    const host = await listening(serverOf(refuses));
    expect(await knockAt(`https://${host}`)).toEqual({ why: "it speaks http", right: `http://${host}` });
  });

  it.skipIf(noOpenssl)("where https is spoken and http was asked for", async () => {
    const host = await listening(createHttps(identity, refuses));
    expect(await knockAt(`http://${host}`)).toEqual({ why: "it speaks https", right: `https://${host}` });
  });

  it.each(noOpenssl ? ["http"] : ["http", "https"])("where nothing but HTTP/2 is spoken over %s", async (scheme) => {
    const host = await listening(scheme === "http" ? createHttp2() : createSecureServer(identity));
    expect((await knockAt(`${scheme}://${host}`))?.why).toContain("it speaks only HTTP/2");
  });
});

describe("an address is left to the run", () => {
  it.each<[string, RequestListener]>([
    ["that refuses", refuses],
    ["that finds nothing", (_request, response) => void response.writeHead(404).end()],
    ["that finds each request bad", (_request, response) => void response.writeHead(400).end()],
    [
      "that redirects one path alone",
      ({ url = "" }, response) =>
        void (url.endsWith("/") ? response.writeHead(301, { location: "/docs" }) : response.writeHead(401)).end(),
    ],
    ["that ends each connection", (request) => void request.socket.destroy()],
  ])("%s", async (_what, answer) => {
    expect(await knockAt(`http://${await listening(serverOf(answer))}`)).toBeUndefined();
  });

  it.skipIf(noOpenssl)("where nothing listens, and where a certificate is not trusted", async () => {
    expect(await knockAt("http://127.0.0.1:9")).toBeUndefined();
    const host = await listening(createHttps(identity, refuses));
    const target = { baseUrl: `https://${host}`, contract: bindContract(neutral), versions: INTERFACE_VERSIONS };
    expect(await knock({ target, connection: {} })).toBeUndefined();
  });
});

describe("plumbline run", () => {
  it("a run ends with 2, and judges nothing, if the address is wrong", async () => {
    const host = await listening(serverOf(to((path) => `https://api.example.net${path}`)));
    const out = join(folder, "out");
    const { code, note } = await call(["run", "--target", `http://${host}`, "--out", out]);
    const told = expect.stringContaining("use https://api.example.net");
    expect([code, note]).toEqual([2, told]);
    expect(note).toContain("The run tested nothing.");
    expect(existsSync(out)).toBe(false);
    const file = join(folder, "target.yml");
    const init = await call(["init", "--url", `http://${host}`, "--probe", "--out", file]);
    expect([init.code, init.note, existsSync(file)]).toEqual([2, told, false]);
  });
});
