import type { Exchange, HeaderList } from "../exchange.ts";
import { holdsSecret } from "./mask-header.ts";

/** A secret, and the user name that stood next to it. */
export interface ShownSecret {
  readonly secret: string;
  readonly username?: string;
}

/**
 * The secrets that the headers of another client's exchange show: Basic pairs, bearer tokens, cookies, and fields that
 * hold secrets by their name. A server that has seen a secret may echo it at any later time. User names are not
 * secrets.
 */
export function secretsShownBy({ request, response }: Exchange): readonly ShownSecret[] {
  const answered = "headers" in response ? response.headers : [];
  return [...request.headers.flatMap(shownByField), ...cookiesIn(answered)];
}

function shownByField([name, value]: HeaderList[number]): readonly ShownSecret[] {
  const lower = name.toLowerCase();
  if (AUTHORIZATION.test(lower)) return shownByAuthorization(value);
  if (lower === "cookie") return value.split(/;[ \t]*/).flatMap(cookieIn);
  return lower !== "set-cookie" && holdsSecret(lower) ? [{ secret: value }].filter(isToken) : [];
}

function shownByAuthorization(value: string): readonly ShownSecret[] {
  const [, scheme = "", credentials = ""] = /^([!#$%&'*+.^_`|~\w-]+)[ \t]+(\S+)[ \t]*$/.exec(value) ?? [];
  if (scheme.toLowerCase() !== "basic") return [{ secret: credentials }].filter(isToken);
  const pair = Buffer.from(credentials, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  // The pair is learnt, whatever its password is.
  return colon < 0 ? [] : [{ username: pair.slice(0, colon), secret: pair.slice(colon + 1) }];
}

const cookiesIn = (headers: HeaderList): readonly ShownSecret[] =>
  headers.flatMap(([name, value]) => (name.toLowerCase() === "set-cookie" ? cookieIn(value.split(";")[0] ?? "") : []));

function cookieIn(cookie: string): readonly ShownSecret[] {
  const at = cookie.indexOf("=");
  return at < 0 ? [] : [{ secret: cookie.slice(at + 1).replace(/^"(.*)"$/, "$1") }].filter(isToken);
}

const AUTHORIZATION = /^(?:proxy-)?authorization$/;

/** An ordinary word in the place of a token must not be masked from then on. */
const TOKEN = /^[\x21-\x7e]{16,}$/;

/** Whether a text in the place of a token looks like a token. */
export const isTokenText = (text: string): boolean => TOKEN.test(text);
const isToken = ({ secret }: ShownSecret): boolean => isTokenText(secret);

/**
 * Whether to mask another client's password everywhere, and not only in its pair. Documents use words like `admin`,
 * `secret` or `password` with their usual meaning. Masking them there would damage the text and reveal the password.
 */
export const isTelling = (password: string): boolean =>
  password.length >= 16 || (password.length >= 8 && !/^[a-z]+$/i.test(password));
