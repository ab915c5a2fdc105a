import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { neutral } from "@plumbline/schemas";

/*
 * An emulator in an early state: it lists, creates and shows alert configurations in version 1.0, and nothing else. It
 * uses only node:http, so that none of Plumbline's own server code is in it.
 */

export const GROUP = "5f".repeat(12);
export const BASE = `/api/${neutral.product}/v1.0/groups/${GROUP}`;
export const USER = { username: "emulator", password: "its-secret" };
export const CONFIG = {
  eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE",
  enabled: true,
  notifications: [{ typeName: "EMAIL", emailAddress: "a@example.com", delayMin: 0, intervalMin: 60 }],
};

/**
 * The answer for an unknown path: Express's page, JSON of another form, statuses that say so, the contract's error, or
 * the same answer as for a missing record.
 */
export type Style = "page" | "json" | "statuses" | "contract" | "alike";

export interface PartialServer {
  readonly url: string;
  /** Methods and paths of the requests, in order. */
  readonly asked: readonly string[];
  readonly close: () => void;
}

interface Setup {
  readonly style: Style;
  /** Whether the server checks a digest before or after the path; without it, every client is accepted. */
  readonly digest?: "first" | "last";
  /** Addresses at which it breaks the connection in the middle of an answer. */
  readonly dies?: RegExp;
}

export async function partialServer({ style, digest, dies }: Setup): Promise<PartialServer> {
  const records = new Map<string, object>();
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    asked.push(`${method} ${url}`);
    let body = "";
    const path = url.split("?")[0] ?? "";
    const [, id] = new RegExp(`^${BASE}/alertConfigs(?:/([^/]+))?$`).exec(path) ?? [undefined, undefined];
    const isKnown = path.startsWith(`${BASE}/alertConfigs`) && path.split("/").length < 9;
    const isServed = isKnown && (method === "GET" || (method === "POST" && id === undefined));
    if (dies?.test(url)) {
      response.writeHead(404, { "content-length": 100 });
      return void response.write("half", () => response.destroy());
    }
    if (digest === "first" && !isRight(request)) return challenge(response);
    if (!isServed) return nothing(request, response, style, isKnown);
    if (digest === "last" && !isRight(request)) return challenge(response);
    for await (const part of request) body += String(part);
    if (method === "POST") {
      const now = new Date().toISOString().replace(/\.\d+/, "");
      const record = { ...JSON.parse(body), id: randomBytes(12).toString("hex"), groupId: GROUP };
      records.set(record.id, { matchers: [], ...record, created: now, updated: now });
      return json(response, 201, records.get(record.id));
    }
    if (id === undefined)
      return json(response, 200, { links: [], results: [...records.values()], totalCount: records.size });
    const record = records.get(id);
    if (record !== undefined) return json(response, 200, record);
    if (style === "alike") return plain(response);
    return json(response, 404, refusal(404, "ALERT_CONFIG_NOT_FOUND", `There is no configuration ${id}.`));
  }).on("connection", (socket: Socket) => sockets.add(socket.on("error", () => undefined)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function nothing({ method, url }: IncomingMessage, response: ServerResponse, style: Style, isKnown: boolean): void {
  switch (style) {
    case "page":
      response.writeHead(404, { "content-type": "text/html; charset=utf-8", "x-powered-by": "Express" });
      response.end(`<!DOCTYPE html>\n<html lang="en">\n<body>\n<pre>Cannot ${method} ${url}</pre>\n</body>\n</html>\n`);
      break;
    case "json":
      json(response, 404, { timestamp: new Date().toISOString(), status: 404, error: "Not Found", path: url });
      break;
    case "statuses":
      json(response, isKnown ? 405 : 501, { message: "not yet" });
      break;
    case "contract":
      json(response, 404, refusal(404, "RESOURCE_NOT_FOUND", "There is no such resource."));
      break;
    case "alike":
      plain(response);
      break;
    default:
      style satisfies never;
  }
}

const refusal = (error: number, errorCode: string, detail: string): object => ({
  error,
  reason: "Not Found",
  errorCode,
  detail,
  parameters: [],
});

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const plain = (response: ServerResponse): void => {
  response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end("404 page not found\n");
};

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
const [REALM, NONCE] = ["emulator", "0123456789abcdef"];

function challenge(response: ServerResponse): void {
  response.setHeader("www-authenticate", `Digest realm="${REALM}", nonce="${NONCE}", algorithm=MD5, qop="auth"`);
  json(response, 401, refusal(401, "UNAUTHORIZED", "Who are you?"));
}

function isRight({ method, headers }: IncomingMessage): boolean {
  const given = new Map(
    [...(headers.authorization ?? "").matchAll(/(\w+)=(?:"([^"]*)"|([^,\s]*))/g)].map(([, name = "", text, bare]) => [
      name,
      text ?? bare ?? "",
    ]),
  );
  const of = (name: string): string => given.get(name) ?? "";
  const first = md5(`${USER.username}:${REALM}:${USER.password}`);
  const second = md5(`${method}:${of("uri")}`);
  return of("response") === md5([first, NONCE, of("nc"), of("cnonce"), "auth", second].join(":"));
}
