import { answered, type Exchange, headerValue } from "@plumbline/client";

/** A request to an address, and its exchange. */
export interface Asked {
  /** The path below the base URL, with its slash. */
  readonly path: string;
  readonly exchange: Exchange;
}

/** Why an address is not that of the interface, and the right address if it is known. */
export interface WrongAddress {
  readonly why: string;
  readonly right?: string;
}

/** The message about a wrong address: where it is written, what is wrong, and what to write instead. */
export function inWords(
  { why, right }: WrongAddress,
  target: { readonly baseUrl: string; readonly file?: string },
): string {
  const where = target.file === undefined ? target.baseUrl : `${target.file}: baseUrl ${target.baseUrl}`;
  const next = right === undefined ? "give the address at which the API itself answers" : `use ${right}`;
  return `${where} is not the address of the API: ${why}; ${next}`;
}

/** Limit in characters of an address in a message. */
const MOST_LETTERS = 200;

/** The address to which an answer redirects: absolute, and without its query, which may contain private data. */
export function redirection({ response, request }: Exchange): string | undefined {
  if (!("status" in response) || ![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  const location = headerValue(response.headers, "location");
  if (location === undefined || !URL.canParse(location, request.url)) return undefined;
  const { origin, pathname } = new URL(location, request.url);
  return origin + pathname;
}

/**
 * Why the address is wrong, if each of these answers redirects. An answer that does not is one of the interface, and
 * the run judges it. Pure.
 */
export function redirected(baseUrl: string, asked: readonly Asked[]): WrongAddress | undefined {
  const places = asked.map(({ path, exchange }) => ({ path, to: redirection(exchange) }));
  const [first] = places;
  if (first?.to === undefined || places.some(({ to }) => to === undefined)) return undefined;
  const bases = new Set(places.map(({ path, to = "" }) => (to.endsWith(path) ? to.slice(0, -path.length) : undefined)));
  const [base] = bases;
  const status = asked.map(({ exchange }) => (answered(exchange) ? exchange.response.status : 0))[0];
  const right = bases.size === 1 && base !== baseUrl && base !== undefined ? { right: base } : {};
  return {
    why: `it redirects every path below it (${status}), for example to ${first.to.slice(0, MOST_LETTERS)}`,
    ...right,
  };
}

/** The address with the other scheme of http and https. */
export const otherScheme = (baseUrl: string): string =>
  /^https:/i.test(baseUrl) ? baseUrl.replace(/^https:/i, "http:") : baseUrl.replace(/^http:/i, "https:");

/** Whether this may be how a server of the other scheme, or of HTTP/2 alone, reacts to the request. */
export function isForeign({ response }: Exchange): boolean {
  if ("status" in response) return response.status === 400;
  return response.fault === "tls" || response.fault === "protocol" || response.fault === "reset";
}

/** OpenSSL's message for a server that accepts no HTTP/1.1 (RFC 7301, section 3.2). */
export const isOtherProtocol = ({ response }: Exchange): boolean =>
  "fault" in response && /NO_APPLICATION_PROTOCOL/i.test(response.message);
