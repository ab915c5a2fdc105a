import { createServer, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type Incoming, incoming } from "./incoming.ts";
import type { Answer } from "./render.ts";

export interface Listening {
  readonly server: Server;
  readonly port: number;
}

export interface Door {
  readonly host: string;
  readonly port: number;
  /** Never rejects. */
  answer(request: Incoming): Promise<Answer>;
  /** The answer to what is not even a request. */
  garbled(status: number): Answer;
}

/** The shell around the pipeline: a bare `node:http` server with time limits for callers who send slowly. */
export function listen(door: Door): Promise<Listening> {
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 30_000,
    connectionsCheckingInterval: 1_000,
  });
  const busy = new WeakMap<Socket, number>();
  const count = (socket: Socket, by: number): void => {
    busy.set(socket, (busy.get(socket) ?? 0) + by);
  };
  server.on("request", (request, response) => {
    count(request.socket, 1);
    response.on("close", () => count(request.socket, -1));
    door.answer(incoming(request)).then((answer) => write(response, answer));
  });
  server.on("checkExpectation", (_request, response) => write(response, door.garbled(417)));
  server.on("clientError", (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    // An answer may be under way on this connection: bytes put in between would garble it.
    if (!socket.writable || error.code === "ECONNRESET" || (busy.get(socket) ?? 0) > 0) socket.destroy();
    else socket.end(raw(door.garbled(statusOf(error.code))));
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(door.port, door.host, () => {
      const address = server.address();
      resolve({ server, port: typeof address === "object" && address !== null ? address.port : door.port });
    });
  });
}

function write(response: ServerResponse, { status, headers, text }: Answer): void {
  if (response.destroyed || response.headersSent) return;
  if (text === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(text) }).end(text);
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

/** An answer as it goes over the wire where Node offers no response object. */
function raw({ status, headers, text = "" }: Answer): string {
  const lines = Object.entries({ ...headers, "Content-Length": Buffer.byteLength(text), Connection: "close" });
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${text}`;
}
