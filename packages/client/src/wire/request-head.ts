import { type HeaderList, headerValue } from "../exchange.ts";
import type { WireRequest } from "../wire-request.ts";

/** Methods for which undici announces an empty body with `content-length: 0`. */
const EXPECT_BODY = new Set(["POST", "PUT", "PATCH", "QUERY", "PROPFIND", "PROPPATCH"]);

/** Settings for the headers that the client adds to each request. */
export interface HeadSettings {
  readonly userAgent: string;
  readonly markRequests: boolean;
}

/** The head of a request in two forms: name and value alternating for undici, pairs for the record. */
export interface RequestHead {
  readonly flat: string[];
  readonly recorded: HeaderList;
}

/** The headers of the connection and the caller, without credentials; the same for all legs of a request. */
export function callerHeaders(request: WireRequest, { userAgent, markRequests }: HeadSettings): HeaderList {
  const given = request.headers ?? [];
  const theirs: HeaderList = isList(given) ? given : Object.entries(given);
  const list: (readonly [string, string])[] = [];
  if (headerValue(theirs, "user-agent") === undefined) list.push(["user-agent", userAgent]);
  if (markRequests && request.check !== undefined && headerValue(theirs, "x-plumbline-check") === undefined)
    list.push(["x-plumbline-check", request.check]);
  for (const header of theirs) list.push(header);
  return list;
}

/** Whether a header with this name carries a credential. */
export function isCredentialHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === "authorization" || lower === "proxy-authorization" || lower === "cookie";
}

/**
 * Completes the head of one leg. `recorded` is the head that undici will write, with host, connection and
 * content-length.
 */
export function requestHead(
  { method }: WireRequest,
  origin: string,
  headers: HeaderList,
  authorization: string | undefined,
  bodyLength: number | undefined,
): RequestHead {
  const flat: string[] = [];
  const recorded: (readonly [string, string])[] = [];
  let host = origin.slice(origin.indexOf("//") + 2);
  let close = method === "HEAD";
  for (const [name, value] of headers) {
    flat.push(name, wireText(value));
    const lower = name.length === 4 || name.length === 10 || name.length === 14 ? name.toLowerCase() : name;
    if (lower === "host") host = value;
    else if (lower === "connection") close ||= value.toLowerCase().includes("close");
    else if (lower !== "content-length") recorded.push([name, value]);
  }
  if (authorization !== undefined) {
    flat.push("authorization", wireText(authorization));
    recorded.push(["authorization", authorization]);
  }
  if (bodyLength) recorded.push(["content-length", String(bodyLength)]);
  else if (EXPECT_BODY.has(method)) recorded.push(["content-length", "0"]);
  recorded.unshift(["host", host], ["connection", close ? "close" : "keep-alive"]);
  return { flat, recorded };
}

/** Text as the one-byte characters that undici writes: UTF-8 bytes for characters beyond ASCII. */
export function wireText(text: string): string {
  return ASCII.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

const ASCII = /^[\u0000-\u007f]*$/;

function isList(headers: HeaderList | Readonly<Record<string, string>>): headers is HeaderList {
  return Array.isArray(headers);
}
