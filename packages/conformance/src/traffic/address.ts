/** An address of a request in the two parts that matter: where the server is, and what is asked of it. */
export interface Address {
  /** Scheme, host and port, in the one way in which they are written. */
  readonly origin: string;
  /** The path as it stood on the wire, still percent-encoded. */
  readonly path: string;
  /** What follows the question mark; `undefined` where there is none. */
  readonly query?: string;
}

/** Takes an absolute address apart; `undefined` when it is none. */
export function addressOf(url: string): Address | undefined {
  const [, origin = "", path = "", query] = /^(https?:\/\/[^/?#]+)([^?#]*)(?:\?([^#]*))?/i.exec(url) ?? [];
  if (!URL.canParse(origin)) return undefined;
  return { origin: new URL(origin).origin, path: path === "" ? "/" : path, ...(query !== undefined && { query }) };
}
