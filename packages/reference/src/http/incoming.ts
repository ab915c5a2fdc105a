import type { IncomingMessage } from "node:http";

/** A request in the form that the pipeline uses. */
export interface Incoming {
  readonly method: string;
  /** The request target exactly as sent, because a digest covers it. */
  readonly target: string;
  readonly path: string;
  /** The text after the question mark. */
  readonly query: string;
  /** The address of the caller; IPv4 addresses in their usual form. */
  readonly address: string;
  /** The same object for all requests on one connection. */
  readonly connection: object;
  /** MD5 of the body in hexadecimal, if a digest covers it (qop=auth-int). */
  readonly entityHash?: string;
  header(name: string): string | undefined;
  /** The whole body, or why the server could not read it. */
  body(): Promise<BodyReading>;
}

/** The body of a request, or the reason why the server has none: over `LARGEST_BODY`, or the caller broke off. */
export type BodyReading =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "too-large" }
  | { readonly kind: "broken-off" };

/** In bytes: one mebibyte. The pipeline answers a larger body with 413. */
export const LARGEST_BODY = 1024 * 1024;

/** Wraps a request of `node:http` for the pipeline, which reads the body only if the operation takes one. */
export function incoming(request: IncomingMessage): Incoming {
  const target = request.url ?? "/";
  // An absolute target (RFC 9112, section 3.2.2) names this server a second time; only its path matters.
  const local = target.replace(/^https?:\/\/[^/?#]*/i, "");
  const mark = local.indexOf("?");
  return {
    method: request.method ?? "",
    target,
    path: mark < 0 ? local : local.slice(0, mark),
    query: mark < 0 ? "" : local.slice(mark + 1),
    address: (request.socket.remoteAddress ?? "").replace(/^::ffff:/, ""),
    connection: request.socket,
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    body: () => readBody(request),
  };
}

/**
 * Collects the body. The listener here, or Node once the answer is out, also drains a body that is too large: if the
 * server closed the connection on unread data, the caller would lose the answer.
 */
function readBody(request: IncomingMessage): Promise<BodyReading> {
  if (Number(request.headers["content-length"]) > LARGEST_BODY) return Promise.resolve({ kind: "too-large" });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= LARGEST_BODY) chunks.push(chunk);
      else resolve({ kind: "too-large" });
    });
    request.on("end", () => resolve({ kind: "bytes", bytes: Buffer.concat(chunks) }));
    request.on("error", () => resolve({ kind: "broken-off" }));
    request.on("close", () => resolve({ kind: "broken-off" }));
  });
}
