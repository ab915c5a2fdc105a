import type { QueryString } from "har-format";
import { visible } from "../../text/visible.ts";

/** Characters that RFC 3986 does not allow in a URI, and brackets, which only an IPv6 host may contain. */
const FOREIGN = /[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/gu;
const ORIGIN = /^https?:\/\/(?:[\w.~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?(?=[/?#]|$)/u;

/**
 * A URL that HAR allows; the suite deliberately sends others too. Characters that RFC 3986 forbids are percent-encoded.
 * A text that is no http(s) URL becomes `about:invalid` with the text in its fragment.
 */
export function harUrl(url: string): string {
  const [origin] = ORIGIN.exec(url) ?? [];
  if (origin === undefined) return `about:invalid#${encoded(url)}`;
  const [path = "", ...fragments] = url.slice(origin.length).split("#");
  const fragment = fragments.length === 0 ? "" : `#${encoded(fragments.join("%23"))}`;
  return `${origin}${encoded(path)}${fragment}`;
}

function encoded(text: string): string {
  return visible(text).replaceAll("#", "%23").replace(FOREIGN, encodeURIComponent);
}

/**
 * The parameters after the first question mark, decoded like a form; sequences that cannot be decoded stay unchanged.
 */
export function harQuery(url: string): QueryString[] {
  const [, query = ""] = /\?([^#]*)/u.exec(url) ?? [];
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
}
