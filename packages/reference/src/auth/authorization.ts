import type { Offer } from "../decisions/offer.ts";

/** The parameters of an Authorization header of the Digest scheme, unquoted (RFC 7616, section 3.4). */
export interface DigestCredentials extends Offer {
  readonly username: string;
  readonly nonce: string;
  readonly uri: string;
  readonly response: string;
}
/** Name and password of an Authorization header of the Basic scheme, decoded (RFC 7617, section 2). */
export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

/** The scheme in lower case, and the rest of the header (RFC 9110, section 11.4). */
export function splitAuthorization(header: string): { readonly scheme: string; readonly rest: string } | undefined {
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]+(.*)$/.exec(header);
  return match === null ? undefined : { scheme: (match[1] ?? "").toLowerCase(), rest: match[2] ?? "" };
}

const PARAMETER =
  /[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~0-9A-Za-z-]+))[ \t]*(?:,|$)/y;

/**
 * Digest credentials (RFC 7616, section 3.4); `undefined` if a parameter other than cnonce is missing, or if a
 * parameter is repeated or malformed.
 */
export function parseDigest(text: string): DigestCredentials | undefined {
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = 0;
  while (PARAMETER.lastIndex < text.length) {
    const match = PARAMETER.exec(text);
    if (match === null) return undefined;
    const name = (match[1] ?? "").toLowerCase();
    if (parameters.has(name)) return undefined;
    parameters.set(name, match[3] ?? unescaped(match[2] ?? ""));
  }
  const get = (name: string): string => parameters.get(name) ?? "";
  const credentials: DigestCredentials = {
    username: get("username"),
    realm: get("realm"),
    nonce: get("nonce"),
    uri: get("uri"),
    response: get("response"),
    nc: get("nc"),
    cnonce: get("cnonce"),
    qop: get("qop"),
    algorithm: parameters.get("algorithm") ?? "MD5",
  };
  const { username, realm, nonce, uri, response, nc, qop, algorithm } = credentials;
  return [username, realm, nonce, uri, response, nc, qop, algorithm].includes("") ? undefined : credentials;
}

const unescaped = (text: string): string => (text.includes("\\") ? text.replace(/\\(.)/g, "$1") : text);

/** Basic credentials (RFC 7617); `undefined` if they are malformed. */
export function parseBasic(header: string | undefined): BasicCredentials | undefined {
  const split = header === undefined ? undefined : splitAuthorization(header);
  if (split?.scheme !== "basic" || !/^[A-Za-z0-9+/]+={0,2}$/.test(split.rest)) return undefined;
  const text = Buffer.from(split.rest, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
