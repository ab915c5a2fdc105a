import type { IncomingMessage } from "node:http";

/** What concerns one connection only and is each side's own (RFC 9110, section 7.6.1). */
const CONNECTION = "connection";
const OF_CONNECTION: ReadonlySet<string> = new Set([
  CONNECTION,
  "keep-alive",
  "proxy-connection",
  "upgrade",
  "transfer-encoding",
]);

/** The fields of a request as they go on; `host` in place of the one that the client named. */
export function forwarded(request: IncomingMessage, host: string | undefined): string[] {
  const headers = ofMessage(request.rawHeaders);
  if (host !== undefined) {
    const at = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === "host");
    if (at === -1) headers.unshift("Host", host);
    else headers[at + 1] = host;
  }
  // A body of unknown length is announced on the next connection as it was on this one.
  if (request.headers["transfer-encoding"] !== undefined) headers.push("Transfer-Encoding", "chunked");
  return headers;
}

/** Names and values one after the other, without what is a connection's own. */
export function ofMessage(rawHeaders: readonly string[]): string[] {
  const left = new Set(OF_CONNECTION);
  for (const [index, text] of rawHeaders.entries())
    if (index % 2 === 0 && text.length === CONNECTION.length && text.toLowerCase() === CONNECTION)
      for (const name of (rawHeaders[index + 1] ?? "").toLowerCase().split(",")) left.add(name.trim());
  const kept: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (!left.has(name.toLowerCase())) kept.push(name, rawHeaders[at + 1] ?? "");
  }
  return kept;
}
