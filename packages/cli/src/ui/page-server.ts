import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type KnownWish, type RunWish, SCOPES } from "@plumbline/report";
import { bodyOf, listen, NO_BODY, portOf } from "../control/local-server.ts";
import { UsageError } from "../usage-error.ts";
import { admission } from "./guard.ts";

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

/** The functions behind the page. The message of a UsageError that they throw is sent to the page. */
export interface Service {
  /** The page, or that of an earlier run, or a comparison of two runs. */
  page(base: string, of: { readonly run?: string; readonly before?: string; readonly after?: string }): string;
  listen(response: ServerResponse): void;
  run(wish: RunWish): void;
  known(wish: KnownWish): void;
  stop(): void;
}

/** The listening server of the live page. */
export interface PageServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the page to this machine only, below a path that cannot be guessed. @throws Error when the port is taken. */
export async function servePage(service: Service, port = 0): Promise<PageServer> {
  const token = randomBytes(18).toString("base64url");
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    answer(request, response, { service, token, port: portOf(server) }).catch((error: unknown) => {
      const isTheirs = error instanceof UsageError;
      say(response, isTheirs ? 409 : 500, isTheirs ? error.message : `Plumbline failed: ${String(error)}`);
    });
  });
  const listening = await listen(server, { host: "127.0.0.1", port });
  return { url: `http://127.0.0.1:${listening.port}/${token}/`, close: listening.close };
}

interface Place {
  readonly service: Service;
  readonly token: string;
  readonly port: number;
}

async function answer(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> {
  const { service, token, port } = place;
  const { method = "", url = "", headers } = request;
  const admitted = admission({ method, target: url, headers }, { token, port });
  if (admitted.kind === "refused") return say(response, admitted.status, admitted.words);
  const { path, query } = admitted;
  const base = `/${token}/`;
  if (method === "POST") return act(service, path, await wishIn(request), response);
  const show = (of: Parameters<Service["page"]>[1]): void => {
    const page = pageOf(() => service.page(base, of));
    if ("missing" in page) say(response, 404, page.missing);
    else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page.text);
  };
  const [, run] = /^runs\/([\w.+-]+)\/$/u.exec(path) ?? [];
  if (path === "") return show({});
  if (run !== undefined) return show({ run });
  if (path === "compare") {
    const [before, after] = [query.get("before"), query.get("after")];
    if (before && after) return show({ before, after });
    return say(response, 400, "A comparison needs the names of two runs: compare?before=RUN&after=RUN.");
  }
  if (path === "events") return service.listen(response);
  say(response, 404, "There is no page at this address.");
}

/** The text of a page, or why there is none. The page is made before the status is sent, which depends on it. */
function pageOf(make: () => string): { readonly text: string } | { readonly missing: string } {
  try {
    return { text: make() };
  } catch (error) {
    if (error instanceof UsageError) return { missing: error.message };
    throw error;
  }
}

function act(service: Service, path: string, wish: Readonly<Record<string, unknown>>, response: ServerResponse): void {
  const text = (name: string): string | undefined => {
    const value = wish[name];
    return typeof value === "string" ? value : undefined;
  };
  const [name, target, profile] = [text("name"), text("target"), text("profile")];
  switch (path) {
    case "run": {
      const scope = SCOPES.find((one) => one === text("scope"));
      if (scope === undefined) throw new UsageError(`scope is one of ${SCOPES.join(", ")}`);
      service.run({ scope, ...(name && { name }), ...(target && { target }), ...(profile && { profile }) });
      break;
    }
    case "known":
      service.known({ check: text("check") ?? "", reason: text("reason") ?? "" });
      break;
    case "stop":
      service.stop();
      break;
    default:
      say(response, 404, "There is no page at this address.");
      return;
  }
  response.writeHead(204).end();
}

async function wishIn(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const text = await bodyOf(request);
  if (text === undefined) throw new UsageError(NO_BODY);
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    throw new UsageError("the body of the request is not JSON");
  }
}

function say(response: ServerResponse, status: number, words: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(words);
}
