import type { QueryString } from "har-format";
import { visible } from "../../text/visible.ts";

/** Characters of a URI (RFC 3986) besides brackets, which only an IPv6 host may have. */
const FOREIGN = /[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/gu;
const ORIGIN = /^https?:\/\/(?:[\w.~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?(?=[/?#]|$)/u;

/**
 * The URL as HAR wants it, which is stricter than what the suite sends on purpose: what RFC 3986 does not allow is
 * percent-encoded, and what is no http(s) URL at all becomes `about:invalid` with the text in its fragment.
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

/** The parameters behind the first question mark, decoded as forms are; what cannot be decoded stays as it is. */
export function harQuery(url: string): QueryString[] {
  const [, query = ""] = /\?([^#]*)/u.exec(url) ?? [];
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
}
