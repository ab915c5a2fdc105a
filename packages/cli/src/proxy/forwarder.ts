import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as sendPlainly,
} from "node:http";
import { createServer as createTlsServer, request as sendByTls, Agent as TlsAgent } from "node:https";
import { type AddressInfo, isIPv6 } from "node:net";
import type { Readable } from "node:stream";
import { forwarded, ofMessage } from "./fields.ts";
import type { Instead, Standby } from "./instead.ts";
import { keptBack, wholeOf } from "./kept-back.ts";
import { Copy, type Taken } from "./taken.ts";

/** Between whom a proxy stands, and who hears of what passes. */
export interface ForwarderOptions {
  /** Address of the server, with the path below which everything is forwarded. */
  readonly upstream: string;
  /** @default 0, a free one */
  readonly port?: number;
  /** Speaks TLS with clients. Default: plain HTTP. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** The Host that clients send reaches the server as it is. Default: the server's own. */
  readonly keepHost?: boolean;
  /** Certificates to trust, PEM. */
  readonly ca?: string | readonly string[];
  readonly rejectUnauthorized?: boolean;
  /** Bytes of a body that are copied for `onTaken`; all of it is forwarded. Default 16 MiB. */
  readonly most?: number;
  /** Answers in place of the server what that does not have. Default: nobody. */
  readonly instead?: Instead;
  readonly onTaken: (taken: Taken) => void;
  /** An exchange that did not come to its end, and whose doing that was. */
  readonly onLost: (side: "client" | "server", message: string) => void;
}

export interface Forwarder {
  readonly url: string;
  /** Ends all connections. */
  readonly close: () => Promise<void>;
}

const MEBIBYTE = 2 ** 20;

/** Starts a proxy on this machine: methods, paths, queries, fields and bodies pass as they are, each as it comes. */
export async function startForwarder(options: ForwarderOptions): Promise<Forwarder> {
  const upstream = new URL(options.upstream);
  const isTls = upstream.protocol === "https:";
  const { ca, rejectUnauthorized } = options;
  const trust = {
    ...(ca !== undefined && { ca: [ca].flat() }),
    ...(rejectUnauthorized === false && { rejectUnauthorized }),
  };
  const agent = isTls ? new TlsAgent({ keepAlive: true, ...trust }) : new Agent({ keepAlive: true });
  const hostname = upstream.hostname.replace(/^\[|\]$/g, "");
  const base = upstream.pathname.replace(/\/$/, "");
  const send = isTls ? sendByTls : sendPlainly;
  const asServer = { maxHeaderSize: 64 * 1_024, requireHostHeader: false, noDelay: true };
  const { tls } = options;
  const server = (tls === undefined ? createServer(asServer) : createTlsServer({ ...asServer, ...tls })).on(
    "request",
    (request: IncomingMessage, answer: ServerResponse) => {
      const path = base + originForm(request.url ?? "/");
      const standby = options.instead?.of(request, upstream.origin + path);
      if (standby?.isAbsent) return standby.serve(request, answer);
      const onward = send({
        agent,
        hostname,
        port: upstream.port,
        method: request.method,
        path,
        headers: forwarded(request, options.keepHost === true ? undefined : upstream.host),
        setHost: false,
      });
      pass({ request, answer, onward, url: upstream.origin + path, standby }, options);
    },
  );
  // Whoever takes long to ask is the server's to cut off.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port ?? 0, "127.0.0.1", () => resolve());
  });
  const { address, port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    agent.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `${tls === undefined ? "http" : "https"}://${isIPv6(address) ? `[${address}]` : address}:${port}`,
    close,
  };
}

/** A request target without the origin that one who knows of a proxy may put before it (RFC 9112, section 3.2.2). */
const originForm = (target: string): string => {
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/is.exec(target) ?? [undefined, target];
  return rest.startsWith("/") || target === "*" ? rest : `/${rest}`;
};

interface Passing {
  readonly request: IncomingMessage;
  readonly answer: ServerResponse;
  readonly onward: ClientRequest;
  readonly url: string;
  readonly standby: Standby | undefined;
}

function pass(
  { request, answer, onward, url, standby }: Passing,
  { most = 16 * MEBIBYTE, onTaken, onLost }: ForwarderOptions,
): void {
  const startedAt = Date.now();
  const began = performance.now();
  const [asked, said] = [new Copy(most), new Copy(most)];
  let isLost = false;
  const lose = (side: "client" | "server", message: string): void => {
    if (isLost) return;
    isLost = true;
    onLost(side, message);
    onward.destroy();
    // A client must not take what came so far for the whole of an answer.
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502, { "content-type": "text/plain" }).end(`plumbline proxy: ${message}\n`);
  };
  request.on("data", (part: Buffer) => asked.add(part));
  request.on("error", (error) => lose("client", error.message));
  answer.on("close", () => answer.writableFinished || lose("client", "the client hung up"));
  let isAnswered = false;
  onward.on("error", (error) => isAnswered || lose("server", error.message));
  onward.on("response", (response) => {
    const begin = (body: Readable): void => {
      answer.sendDate = false;
      answer.writeHead(response.statusCode ?? 502, response.statusMessage, ofMessage(response.rawHeaders));
      body.pipe(answer);
    };
    const passed = (): Taken => ({
      method: request.method ?? "",
      url,
      request: asked.message(request.rawHeaders),
      status: response.statusCode ?? 0,
      response: said.message(response.rawHeaders),
      startedAt,
      milliseconds: performance.now() - began,
    });
    // The client has its answer before anybody looks at it.
    const tell = (taken: Taken): void => void setImmediate(onTaken, taken);
    const replace = async (by: Standby, kept: Readable): Promise<void> => {
      isAnswered = true;
      await wholeOf(request, onward);
      const taken = passed();
      if (isLost || (await by.replace(taken, answer)) || isLost) return;
      begin(kept);
      tell(taken);
    };
    response.on("data", (part: Buffer) => said.add(part));
    response.on("error", (error) => lose("server", error.message));
    const kept = standby?.mayLack(response.statusCode ?? 0) === true ? keptBack(response, begin) : undefined;
    response.on("end", () => {
      if (isLost) return;
      if (standby === undefined || kept === undefined || kept.isLetGo()) tell(passed());
      else void replace(standby, kept.body);
    });
    if (kept === undefined) begin(response);
  });
  request.pipe(onward);
}
