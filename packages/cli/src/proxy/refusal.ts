import type { IncomingMessage, ServerResponse } from "node:http";

/** Why the proxy does not forward a request, and the status for its client. */
export interface Refusal {
  readonly status: 400 | 501 | 505;
  readonly why: string;
}

/** The refusal of data after the last request of a connection. */
export const BEHIND_LAST: Refusal = {
  status: 400,
  why: "expected no data after a refused request or one with Upgrade",
};

/**
 * Why a request that Node has read is not forwarded; `undefined` if it is. Node's parser is strict about framing, and
 * lenient about forms that two readers may take for different requests.
 */
export function refusalOf(request: IncomingMessage): Refusal | undefined {
  return refusedVersion(request) ?? refusedCoding(request) ?? refusedHost(request) ?? refusedTarget(request);
}

/** Node also accepts `HTTP/2.0`, `HTTP/0.9` and a line without a version. */
function refusedVersion({ httpVersion }: IncomingMessage): Refusal | undefined {
  if (httpVersion === "1.1" || httpVersion === "1.0") return undefined;
  return { status: 505, why: `the proxy forwards HTTP/1.1 and HTTP/1.0, received ${httpVersion}` };
}

/** Node treats an empty Transfer-Encoding as absent, and reads one in HTTP/1.0 as chunks. */
function refusedCoding({ httpVersion, headers }: IncomingMessage): Refusal | undefined {
  const coding = headers["transfer-encoding"];
  if (coding === undefined) return undefined;
  if (httpVersion === "1.0") return { status: 400, why: "a request of HTTP/1.0 must not have Transfer-Encoding" };
  if (coding.trim() === "") return { status: 400, why: "Transfer-Encoding is empty" };
  if (coding.toLowerCase() === "chunked") return undefined;
  return { status: 501, why: "the proxy forwards only the Transfer-Encoding chunked" };
}

function refusedHost({ rawHeaders }: IncomingMessage): Refusal | undefined {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host");
  if (hosts.length > 1) return { status: 400, why: "a request must have exactly one Host" };
  return hosts.every((host) => /^[^\s/?#@\\,]*$/u.test(host))
    ? undefined
    : { status: 400, why: "Host is not a valid host" };
}

function refusedTarget({ method, url = "" }: IncomingMessage): Refusal | undefined {
  if (url.startsWith("/") || /^https?:\/\//i.test(url) || (url === "*" && method === "OPTIONS")) return undefined;
  return { status: 400, why: "a request target must be a path or an http address" };
}

/** Answers a client with a message of the proxy itself. */
export function refuseClient(answer: ServerResponse, status: number, message: string): void {
  answer.writeHead(status, { "content-type": "text/plain" }).end(`plumbline proxy: ${message}\n`);
}
