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
import { BEHIND_LAST, refusalOf, refuse } from "./refusal.ts";
import { refuseUnread } from "./unread.ts";

/** Between whom a proxy stands, and who hears of what passes. */
export interface ForwarderOptions extends Omit<Hearer, "most"> {
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
  /** Resolves when there is room for what passes, `undefined` where there is. Default: there always is. */
  readonly room?: () => Promise<void> | undefined;
}

/** The proxy, listening. */
export interface Forwarder {
  readonly url: string;
  /** Ends all connections. */
  readonly close: () => Promise<void>;
}

const MEBIBYTE = 2 ** 20;

/**
 * How both sides read. Node's parser is the strict one whatever flags the process was started with, and hides no field: it
 * would frame a body by a Content-Length that it does not hand out.
 */
const READING = { maxHeaderSize: 64 * 1_024, insecureHTTPParser: false } as const;
const EVERY_FIELD = 0;

/** Starts a proxy on this machine: methods, paths, queries, fields and bodies pass as they are, each as it comes. */
export async function startForwarder(options: ForwarderOptions): Promise<Forwarder> {
  const { ca, rejectUnauthorized, most = 16 * MEBIBYTE, onTaken, onLost, room, tls } = options;
  const upstream = new URL(options.upstream);
  const isTls = upstream.protocol === "https:";
  const trust = {
    ...(ca !== undefined && { ca: [ca].flat() }),
    ...(rejectUnauthorized === false && { rejectUnauthorized }),
  };
  const agent = isTls ? new TlsAgent({ keepAlive: true, ...trust }) : new Agent({ keepAlive: true });
  const hostname = upstream.hostname.replace(/^\[|\]$/g, "");
  const base = upstream.pathname.replace(/\/$/, "");
  const send = isTls ? sendByTls : sendPlainly;
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
    // Nobody can tell where a request begins behind one that is refused. Node drops what came in one piece with one that
    // wants to change the protocol, and reads on behind that.
    if (refusal !== undefined || request.headers.upgrade !== undefined) {
      last.add(request.socket);
      answer.shouldKeepAlive = false;
    }
    if (refusal !== undefined) {
      onLost("request", refusal.why);
      refuse(answer, refusal.status, refusal.why);
      return;
    }
    try {
      const waiting = room?.();
      if (waiting !== undefined) await waiting;
      if (!answer.destroyed) cross(request, answer);
    } catch (error) {
      onLost("proxy", wordsOf(error));
      if (answer.headersSent) answer.destroy();
      else refuse(answer, 502, wordsOf(error));
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

/** The side that clients see, once it listens. */
async function listeningServer(
  take: (request: IncomingMessage, answer: ServerResponse) => Promise<void>,
  { tls, port, onLost }: ForwarderOptions,
): Promise<Server> {
  const asServer = { ...READING, requireHostHeader: false, noDelay: true };
  const server = tls === undefined ? createServer(asServer) : createTlsServer({ ...asServer, ...tls });
  // Node would say by itself that a client may go on, or that it cannot: that is the server's to say.
  server.on("request", take).on("checkContinue", take).on("checkExpectation", take);
  refuseUnread(server, (why) => onLost("request", why));
  server.maxHeadersCount = EVERY_FIELD;
  // Whoever takes long to ask is the server's to cut off.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port ?? 0, "127.0.0.1", () => resolve());
  });
  return server;
}

/** A request target without the origin that one who knows of a proxy may put before it (RFC 9112, section 3.2.2). */
const originForm = (target: string): string => {
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/is.exec(target) ?? [undefined, target];
  return rest.startsWith("/") ? rest : `/${rest}`;
};
