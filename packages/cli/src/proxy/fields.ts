/*
 * The header fields that pass the proxy. A connection's own fields stay on its side, and a field named by Connection is
 * dropped (RFC 9110, section 7.6.1), with one exception: naming a field there must not unframe a body, move a request
 * to another host or remove its credentials.
 */

const CONNECTION = "connection";
const OF_CONNECTION: ReadonlySet<string> = new Set([CONNECTION, "keep-alive", "proxy-connection", "upgrade"]);

/** Fields that determine where a message ends. */
const FRAMING = ["content-length", "transfer-encoding"];
/** Fields that stay even if Connection names them. */
const KEPT: ReadonlySet<string> = new Set([
  ...FRAMING,
  "host",
  "authorization",
  "www-authenticate",
  "authentication-info",
  "proxy-authorization",
  "proxy-authenticate",
  "cookie",
  "set-cookie",
  "content-type",
  "content-encoding",
]);
/** Fields that only a chunked message may have; Node writes them for no other. */
const OF_CHUNKS: ReadonlySet<string> = new Set(["transfer-encoding", "trailer"]);
const OUT_OF_CHUNKS: ReadonlySet<string> = new Set([...OF_CONNECTION, ...OF_CHUNKS]);
/**
 * Fields that must not be trailers, because a reader that merges them into the head would read another message (RFC
 * 9110, section 6.5.1).
 */
const IN_NO_TRAILER: ReadonlySet<string> = new Set([...OF_CONNECTION, ...FRAMING, "host", "trailer"]);

/** Methods whose requests Node sends without framing by default; for all others it would announce chunks. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);

/** The head of a request with its fields as written. */
export interface AskedHead {
  readonly method?: string | undefined;
  readonly rawHeaders: readonly string[];
}

/**
 * Whether Node would write a head with Expect unchanged: it uses UTF-8 for these heads, and Latin-1 for all others. If
 * it would not, the proxy itself tells the client to continue.
 */
export const canExpect = ({ rawHeaders }: AskedHead): boolean =>
  rawHeaders.every((text) => Buffer.byteLength(text) === text.length);

/** The fields of a request as the proxy forwards them, including the framing. `host` replaces the client's Host. */
export function forwarded(head: AskedHead, host: string | undefined): string[] {
  const { method = "", rawHeaders } = head;
  const isChunked = has(rawHeaders, "transfer-encoding");
  const kept = ofMessage(rawHeaders, isChunked);
  const isExpected = has(kept, "expect") && !canExpect(head);
  const headers = isExpected ? without(kept, (name) => name === "expect") : kept;
  if (host !== undefined) {
    const at = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === "host");
    if (at === -1) headers.unshift("Host", host);
    else headers[at + 1] = host;
  }
  if (!isChunked && !WITHOUT_BODY.has(method) && !has(rawHeaders, "content-length"))
    headers.push("Content-Length", "0");
  return headers;
}

/** The head of an answer with its fields as written, and facts about its client. */
export interface SaidHead {
  readonly status: number;
  readonly rawHeaders: readonly string[];
  /** The method of the request. */
  readonly method: string | undefined;
  /** Whether the client reads chunks; a client of HTTP/1.0 does not. */
  readonly readsChunks: boolean;
}

/**
 * The fields of an answer for the client. A 204 has no body and so must not have Content-Length. Expect is dropped,
 * because it means nothing in an answer and makes Node write the head in UTF-8.
 */
export function answered({ status, rawHeaders, method, readsChunks }: SaidHead): string[] {
  const hasBody = status !== 204 && status !== 304 && method !== "HEAD";
  const kept = ofMessage(rawHeaders, hasBody && readsChunks && has(rawHeaders, "transfer-encoding"));
  if (status !== 204 && !has(kept, "expect")) return kept;
  return without(kept, (name) => name === "expect" || (status === 204 && name === "content-length"));
}

/** The fields of an informational answer, which has no body. */
export const informed = (rawHeaders: readonly string[]): string[] =>
  without(ofMessage(rawHeaders, false), (name) => name === "content-length");

/** Trailers as pairs, without fields that only a head may have. */
export function trailersOf(rawTrailers: readonly string[]): [name: string, value: string][] {
  const kept = without(rawTrailers, (name) => IN_NO_TRAILER.has(name));
  return kept.flatMap((name, at) => (at % 2 === 0 ? [[name, kept[at + 1] ?? ""] as [string, string]] : []));
}

/**
 * Names and values in turn, without the fields of the connection. `isChunked` says whether the body is forwarded in
 * chunks.
 */
export function ofMessage(rawHeaders: readonly string[], isChunked: boolean): string[] {
  const usual = isChunked ? OF_CONNECTION : OUT_OF_CHUNKS;
  const named: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (isNamed(rawHeaders[at], CONNECTION)) named.push(...(rawHeaders[at + 1] ?? "").toLowerCase().split(","));
  const more = named.map((name) => name.trim()).filter((name) => !KEPT.has(name) && !usual.has(name));
  const left = more.length === 0 ? usual : new Set([...usual, ...more]);
  return without(rawHeaders, (name) => left.has(name));
}

function without(raw: readonly string[], isLeft: (name: string) => boolean): string[] {
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? "";
    if (!isLeft(name.toLowerCase())) kept.push(name, raw[at + 1] ?? "");
  }
  return kept;
}

function has(raw: readonly string[], wanted: string): boolean {
  for (let at = 0; at < raw.length; at += 2) if (isNamed(raw[at], wanted)) return true;
  return false;
}

const isNamed = (name: string | undefined, wanted: string): boolean =>
  name?.length === wanted.length && name.toLowerCase() === wanted;
