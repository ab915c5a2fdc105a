/** The URL of a request, split into the server and the resource on it. */
export interface Address {
  /** Scheme, host and port, normalised. */
  readonly origin: string;
  /** The path as sent, still percent-encoded. */
  readonly path: string;
  /** The text after the question mark; `undefined` without one. */
  readonly query?: string;
}

/** Parses an absolute http(s) URL; `undefined` if the text is not one. */
export function addressOf(url: string): Address | undefined {
  const [, origin = "", path = "", query] = /^(https?:\/\/[^/?#]+)([^?#]*)(?:\?([^#]*))?/i.exec(url) ?? [];
  if (!URL.canParse(origin)) return undefined;
  return { origin: new URL(origin).origin, path: path === "" ? "/" : path, ...(query !== undefined && { query }) };
}
