import { answered, type Exchange, headerValue } from "@plumbline/client";

/** What an address was asked for and what came of it. */
export interface Asked {
  /** The path below the base URL, with its slash. */
  readonly path: string;
  readonly exchange: Exchange;
}

/** Why an address is not that of the interface, in words, and the right one where that is known. */
export interface WrongAddress {
  readonly why: string;
  readonly right?: string;
}

/** What a user reads of a wrong address: where it stands, what is there, and what to write instead. */
export function inWords(
  { why, right }: WrongAddress,
  target: { readonly baseUrl: string; readonly file?: string },
): string {
  const where = target.file === undefined ? target.baseUrl : `${target.file}: baseUrl ${target.baseUrl}`;
  const next = right === undefined ? "give the address at which the API itself answers" : `use ${right}`;
  return `${where} is not the address of the API: ${why}; ${next}`;
}

/** Longer ones are shortened in a message. */
const MOST_LETTERS = 200;

/** Where an answer sends its reader, if it does: absolute, and without a query, which may hold what is nobody's business. */
export function redirection({ response, request }: Exchange): string | undefined {
  if (!("status" in response) || ![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  const location = headerValue(response.headers, "location");
  if (location === undefined || !URL.canParse(location, request.url)) return undefined;
  const { origin, pathname } = new URL(location, request.url);
  return origin + pathname;
}

/**
 * What answers say that send each path elsewhere. One that does not is an answer of the interface, and to be judged. Pure.
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

/** The address with the other of the two schemes. */
export const otherScheme = (baseUrl: string): string =>
  /^https:/i.test(baseUrl) ? baseUrl.replace(/^https:/i, "http:") : baseUrl.replace(/^http:/i, "https:");

/** Whether what came of a request may be what a server of the other scheme, or of HTTP/2 alone, makes of it. */
export function isForeign({ response }: Exchange): boolean {
  if ("status" in response) return response.status === 400;
  return response.fault === "tls" || response.fault === "protocol" || response.fault === "reset";
}

/** OpenSSL's word for a server that takes no HTTP/1.1 (RFC 7301, section 3.2). */
export const isOtherProtocol = ({ response }: Exchange): boolean =>
  "fault" in response && /NO_APPLICATION_PROTOCOL/i.test(response.message);
