import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { localHosts } from "../control/local-server.ts";

/** The parts of a request that decide whether it is admitted. */
export interface PageRequest {
  readonly method: string;
  /** As in the first line of the request. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** The secret first segment of every path, and the port on this machine. */
export interface Served {
  readonly token: string;
  readonly port: number;
}

/** Whether a request to the live page is admitted. */
export type Admission =
  | { readonly kind: "refused"; readonly status: 403 | 404 | 405 | 415; readonly words: string }
  /** The path after the token, without a leading slash, and the query. */
  | { readonly kind: "admitted"; readonly path: string; readonly query: URLSearchParams };

const refused = (status: 403 | 404 | 405 | 415, words: string): Admission => ({ kind: "refused", status, words });

/**
 * Whether a request comes from the served page. A page of another site in the same browser can send requests here too.
 * It does not know the token; it can resolve to this machine only under another host name, so Host is checked; and its
 * requests state their origin, so Origin and Sec-Fetch-Site are checked. Pure.
 */
export function admission({ method, target, headers }: PageRequest, { token, port }: Served): Admission {
  const host = headers.host ?? "";
  if (!localHosts(port).includes(host)) return refused(403, "Plumbline serves this page only under 127.0.0.1.");
  const url = URL.canParse(target, `http://${host}`) ? new URL(target, `http://${host}`) : undefined;
  const [, given = "", ...rest] = url?.pathname.split("/") ?? [];
  if (url === undefined || !isSame(given, token)) return refused(404, "There is no page at this address.");
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none")
    return refused(403, "Only Plumbline's own page may send this request.");
  if (headers.origin !== undefined && headers.origin !== `http://${host}`)
    return refused(403, "Only Plumbline's own page may send this request.");
  if (method === "POST") {
    if (headers.origin === undefined)
      return refused(403, "A request that changes something must have an Origin header.");
    if (!/^application\/json(;|$)/u.test(headers["content-type"] ?? ""))
      return refused(415, "The body of the request must be JSON.");
  } else if (method !== "GET") return refused(405, "Plumbline answers only GET and POST here.");
  return { kind: "admitted", path: rest.join("/"), query: url.searchParams };
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
