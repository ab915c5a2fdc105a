import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** Statuses for requests that Node's parser refuses, the same as Node's own. */
const STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/**
 * Refuses bytes that are no request, and requests for a tunnel, and ends the connection. It waits until earlier
 * requests of the connection are answered: before that, a client would take the refusal for one of those answers.
 */
export function refuseUnread(server: Server, onRefused: (why: string) => void): void {
  const open = new WeakMap<Duplex, Set<IncomingMessage>>();
  const ending = new WeakMap<Duplex, string>();
  const keep = (request: IncomingMessage, answer: ServerResponse): void => {
    const { socket } = request;
    const all = open.get(socket) ?? new Set();
    open.set(socket, all.add(request));
    answer.once("close", () => {
      all.delete(request);
      const status = ending.get(socket);
      if (status !== undefined && all.size === 0) say(socket, status);
    });
  };
  for (const event of ["request", "checkContinue", "checkExpectation"]) server.prependListener(event, keep);
  const end = (socket: Duplex, status: string): void => {
    if (ending.has(socket)) return;
    ending.set(socket, status);
    socket.on("error", () => socket.destroy());
    const all = [...(open.get(socket) ?? [])];
    // The broken part is the body of a pending request, which must not appear to end.
    if (all.some(({ complete }) => !complete)) socket.destroy();
    else if (all.length === 0) say(socket, status);
  };
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const { code = "" } = error;
    if (code.startsWith("HPE_") && !ending.has(socket)) onRefused(error.message);
    if (code === "ECONNRESET") socket.destroy();
    else end(socket, STATUSES[code] ?? "400 Bad Request");
  });
  server.on("connect", (_, socket) => {
    onRefused("CONNECT asks for a tunnel");
    end(socket, "501 Not Implemented");
  });
}

function say(socket: Duplex, status: string): void {
  if (!socket.writable) socket.destroy();
  else socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}
