import { type HeaderList, headerValue } from "@plumbline/client";
import { fieldsOf, member } from "@plumbline/conformance";
import { numberIn } from "./number-in.ts";
import { textIn } from "./text-in.ts";

/** What browsers write into the entries of an archive. Some proxies name a page too. */
const OF_BROWSERS = ["_apiRequest", "_initiator", "_resourceType", "_securityState", "_fetchType", "pageref"];
/** What Fiddler writes of a connection; it names itself behind the entries. */
const OF_FIDDLER = /^ClientPort:/;
/** Fewer bytes than any field with a credential has. */
const SLACK = 10;

/**
 * Whether credentials may have been sent that an entry does not show, as browsers save it: without Authorization and
 * cookies where that was wished, and of a handshake that they make by themselves the first request beside the last answer.
 * A 401 is the answer to what is shown where the size of the fields says that they are all there.
 */
export function keepsCredentials(entry: unknown, headers: HeaderList, status: number): boolean {
  if (headerValue(headers, "authorization") !== undefined) return false;
  const names = new Set(Object.keys(fieldsOf(entry)));
  if (!OF_BROWSERS.some((name) => names.has(name)) || OF_FIDDLER.test(textIn(member(entry, "connection"))))
    return false;
  return status !== 401 || !isWhole(member(entry, "request"), headers);
}

function isWhole(request: unknown, headers: HeaderList): boolean {
  const size = numberIn(member(request, "headersSize"));
  const [, path = ""] = /^https?:\/\/[^/?#]*([^#]*)/i.exec(textIn(member(request, "url"))) ?? [];
  const first = `${textIn(member(request, "method"))} ${path} HTTP/1.1`;
  const lines = [first, ...headers.map(([name, value]) => `${name}: ${value}`), ""];
  return size > 0 && size < Buffer.byteLength(lines.join("\r\n")) + SLACK;
}
