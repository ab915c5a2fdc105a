import { createServer, type OutgoingHttpHeaders, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type Incoming, incoming } from "./incoming.ts";
import type { Answer } from "./render.ts";

/** An open server; `port` is the actual port, also if port 0 requested any free one. */
export interface Listening {
  readonly server: Server;
  readonly port: number;
}

/** The address to listen on, and the functions that answer. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Milliseconds that a caller may take to send a request. */
  readonly patience: number;
  /** Milliseconds since the epoch, for the Date field of an answer that has none. */
  now(): number;
  /** Never rejects. */
  answer(request: Incoming): Promise<Answer>;
  /** The answer to bytes that are not an HTTP request. */
  garbled(status: number): Answer;
}

/** Milliseconds that a refused caller has to read the refusal. */
const LINGERS = 1_000;

/** Each connection takes a few kilobytes, so this limits the memory that strangers can occupy. */
const MOST_CONNECTIONS = 10_000;

/**
 * The shell around the pipeline: a bare `node:http` server with limits for callers that send slowly, nothing or too
 * much.
 */
export function listen(options: ListenOptions): Promise<Listening> {
  const { patience } = options;
  const server = createServer({
    // Also for a connection that never sends anything.
    headersTimeout: Math.min(10_000, patience),
    requestTimeout: patience,
    keepAliveTimeout: patience,
    connectionsCheckingInterval: Math.min(1_000, patience / 2),
  });
  server.maxConnections = MOST_CONNECTIONS;
  const date = dateOf(options);
  const busy = new WeakMap<Socket, number>();
  const count = (socket: Socket, by: number): void => {
    busy.set(socket, (busy.get(socket) ?? 0) + by);
  };
  server.on("request", (request, response) => {
    count(request.socket, 1);
    response.on("close", () => count(request.socket, -1));
    options.answer(incoming(request)).then((answer) => write(response, answer, date()));
  });
  server.on("checkExpectation", (_request, response) => write(response, options.garbled(417), date()));
  server.on("clientError", (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    // Another answer may be in progress on this connection, and bytes in between would garble it.
    if (!socket.writable || error.code === "ECONNRESET" || (busy.get(socket) ?? 0) > 0) socket.destroy();
    else {
      socket.end(raw(options.garbled(statusOf(error.code))));
      // A caller that never closes its side would keep the connection half open forever.
      setTimeout(() => socket.destroy(), LINGERS).unref();
    }
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => {
      const address = server.address();
      resolve({ server, port: typeof address === "object" && address !== null ? address.port : options.port });
    });
  });
}

/** The time for the Date field, formatted at most once a second. */
function dateOf({ now }: ListenOptions): () => string {
  let second = Number.NaN;
  let words = "";
  return () => {
    const current = Math.floor(now() / 1_000);
    if (current !== second) words = new Date(current * 1_000).toUTCString();
    second = current;
    return words;
  };
}

function write(response: ServerResponse, answer: Answer, date: string): void {
  if (response.destroyed || response.headersSent) return;
  const { status, text, bytes, framing = "length", reasonPhrase = STATUS_CODES[status] ?? "" } = answer;
  const headers: OutgoingHttpHeaders = { Date: date };
  for (const [name, value] of Object.entries(answer.headers))
    headers[name] = typeof value === "string" ? value : [...value];
  // Node sends a string together with the header in one piece, but bytes in two.
  const body = bytes ?? text;
  if (body === undefined) {
    // Only the status 204 itself says that no body follows.
    response.writeHead(status, reasonPhrase, status === 204 ? headers : { ...headers, "Content-Length": 0 }).end();
    return;
  }
  switch (framing) {
    case "length":
      headers["Content-Length"] = Buffer.byteLength(body);
      response.writeHead(status, reasonPhrase, headers).end(body);
      return;
    case "chunked":
      response.writeHead(status, reasonPhrase, headers).end(body);
      return;
    case "in-pieces":
      response.writeHead(status, reasonPhrase, headers);
      writePieces(response, Buffer.from(body));
      return;
    default:
      framing satisfies never;
  }
}

/** Sends three chunks with a short pause in between. A chunk may end within a character. */
function writePieces(response: ServerResponse, body: Uint8Array): void {
  const size = Math.max(1, Math.ceil(body.length / 3));
  let at = 0;
  const next = (): void => {
    if (response.destroyed) return;
    const piece = body.subarray(at, at + size);
    at += size;
    if (at >= body.length) response.end(piece);
    else response.write(piece, () => setTimeout(next, 2));
  };
  next();
}

function statusOf(code: string | undefined): number {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return 431;
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return 408;
    default:
      return 400;
  }
}

/** An answer as bytes on the wire, for cases without a response object of Node. */
function raw({ status, headers, text = "" }: Answer): string {
  const lines = Object.entries({ ...headers, "Content-Length": String(Buffer.byteLength(text)), Connection: "close" });
  const header = lines.flatMap(([name, values]) => [values].flat().map((value) => `${name}: ${value}\r\n`));
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${header.join("")}\r\n${text}`;
}
