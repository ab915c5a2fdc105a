import { type HeaderList, headerValue } from "@plumbline/client";
import { fieldsOf, member } from "@plumbline/conformance";
import { numberIn } from "./number-in.ts";
import { textIn } from "./text-in.ts";

/** Members that browsers write into the entries of an archive. Some proxies write `pageref` too. */
const OF_BROWSERS = ["_apiRequest", "_initiator", "_resourceType", "_securityState", "_fetchType", "pageref"];
/** The beginning of Fiddler's description of a connection; its archives name it only after the entries. */
const OF_FIDDLER = /^ClientPort:/;
/** A number of bytes below the size of every field with a credential. */
const SLACK = 10;

/**
 * Whether credentials may have been sent that an entry does not show. Browsers save entries without Authorization and
 * cookies if the user chooses that, and after a handshake of their own they show the first request with the last
 * answer. A 401 answers the shown request if the stated size of the fields proves that all of them are shown.
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
