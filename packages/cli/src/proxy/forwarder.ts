import {
  Agent,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as sendPlainly,
} from "node:http";
import { createServer as createTlsServer, request as sendByTls, Agent as TlsAgent } from "node:https";
import { type AddressInfo, isIPv6 } from "node:net";
import type { Duplex } from "node:stream";
import { Crossing, type Hearer, wordsOf } from "./crossing.ts";
import { forwarded } from "./fields.ts";
import type { Instead } from "./instead.ts";
import { BEHIND_LAST, refusalOf, refuseClient } from "./refusal.ts";
import { refuseUnread } from "./unread.ts";

/** The server and the clients of a proxy, and the receivers of its exchanges. */
export interface ForwarderOptions extends Omit<Hearer, "most"> {
  /** Address of the server, with the path below which the proxy forwards everything. */
  readonly upstream: string;
  /** @default 0, a free port */
  readonly port?: number;
  /** Speak TLS with clients. Default: plain HTTP. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Forward the Host that clients send. Default: the server's own. */
  readonly keepHost?: boolean;
  /** Certificates to trust, in PEM. */
  readonly ca?: string | readonly string[];
  readonly rejectUnauthorized?: boolean;
  /** Bytes of a body that are copied for `onTaken`; the body itself is forwarded completely. Default 16 MiB. */
  readonly most?: number;
  /** Answers operations that the server lacks. Default: none. */
  readonly instead?: Instead;
  /**
   * Resolves when there is room for another exchange; returns `undefined` if there is room now. Default: there always
   * is.
   */
  readonly room?: () => Promise<void> | undefined;
}

/** A listening proxy. */
export interface Forwarder {
  readonly url: string;
  /** Ends all connections. */
  readonly close: () => Promise<void>;
}

const MEBIBYTE = 2 ** 20;

/**
 * How both sides parse messages. Node's strict parser is used whatever flags the process was started with, and without
 * a limit of fields: Node would frame a body by a Content-Length beyond the limit without showing that field.
 */
const READING = { maxHeaderSize: 64 * 1_024, insecureHTTPParser: false } as const;
const EVERY_FIELD = 0;

/**
 * Starts a proxy on this machine. It forwards methods, paths, queries, fields and bodies unchanged, each as it arrives.
 */
export async function startForwarder(options: ForwarderOptions): Promise<Forwarder> {
  const { most = 16 * MEBIBYTE, onTaken, onLost, room, tls } = options;
  const upstream = new URL(options.upstream);
  const { agent, send } = senderTo(upstream, options);
  const hostname = upstream.hostname.replace(/^\[|\]$/g, "");
  const base = upstream.pathname.replace(/\/$/, "");
  const host = options.keepHost === true ? undefined : upstream.host;
  const cross = (request: IncomingMessage, answer: ServerResponse): void => {
    const { url: target = "/", method } = request;
    const path = target === "*" ? target : base + originForm(target);
    const url = `${upstream.origin}${target === "*" ? "/" : ""}${path}`;
    const standby = options.instead?.of(request, url);
    if (standby?.isAbsent) {
      if (request.headers.expect !== undefined) answer.writeContinue();
      standby.serve(request, answer);
      return;
    }
    const headers = forwarded(request, host);
    const onward = send({ ...READING, agent, hostname, port: upstream.port, method, path, headers, setHost: false });
    onward.maxHeadersCount = EVERY_FIELD;
    new Crossing({ request, answer, onward, url, standby }, { most, onTaken, onLost }).begin();
  };
  const last = new WeakSet<Duplex>();
  const take = async (request: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const refusal = last.has(request.socket) ? BEHIND_LAST : refusalOf(request);
    // After a refused request, the start of the next one is unknown. With Upgrade, Node drops the bytes that arrived
    // together with the request and reads on behind them.
    if (refusal !== undefined || request.headers.upgrade !== undefined) {
      last.add(request.socket);
      answer.shouldKeepAlive = false;
    }
    if (refusal !== undefined) {
      onLost("request", refusal.why);
      refuseClient(answer, refusal.status, refusal.why);
      return;
    }
    try {
      const waiting = room?.();
      if (waiting !== undefined) await waiting;
      if (!answer.destroyed) cross(request, answer);
    } catch (error) {
      onLost("proxy", wordsOf(error));
      if (answer.headersSent) answer.destroy();
      else refuseClient(answer, 502, wordsOf(error));
    }
  };
  const server = await listeningServer(take, options);
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

/** How requests are sent to the server, which may speak TLS. */
function senderTo(upstream: URL, { ca, rejectUnauthorized }: Pick<ForwarderOptions, "ca" | "rejectUnauthorized">) {
  if (upstream.protocol !== "https:") return { agent: new Agent({ keepAlive: true }), send: sendPlainly };
  const trust = {
    ...(ca !== undefined && { ca: [ca].flat() }),
    ...(rejectUnauthorized === false && { rejectUnauthorized }),
  };
  return { agent: new TlsAgent({ keepAlive: true, ...trust }), send: sendByTls };
}

/** Starts the side that clients connect to. */
async function listeningServer(
  take: (request: IncomingMessage, answer: ServerResponse) => Promise<void>,
  { tls, port, onLost }: ForwarderOptions,
): Promise<Server> {
  const asServer = { ...READING, requireHostHeader: false, noDelay: true };
  const server = tls === undefined ? createServer(asServer) : createTlsServer({ ...asServer, ...tls });
  // By default Node answers Expect itself; here the server must decide that.
  server.on("request", take).on("checkContinue", take).on("checkExpectation", take);
  refuseUnread(server, (why) => onLost("request", why));
  server.maxHeadersCount = EVERY_FIELD;
  // The server must decide when to cut off a slow client.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port ?? 0, "127.0.0.1", () => resolve());
  });
  return server;
}

/** The request target without the origin that a client of a known proxy may put before it (RFC 9112, section 3.2.2). */
const originForm = (target: string): string => {
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/is.exec(target) ?? [undefined, target];
  return rest.startsWith("/") ? rest : `/${rest}`;
};
