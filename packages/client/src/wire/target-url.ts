import { InvalidRequestError } from "../invalid-request-error.ts";

/** The two parts of an absolute URL that HTTP needs; `path` is the request target in origin form, byte for byte. */
export interface TargetUrl {
  readonly origin: string;
  readonly path: string;
}

const ABSOLUTE = /^(https?:\/\/[^/?#]*)([^#]*)/i;
// Spaces and control characters would end the request line early, and the rest would be another request.
const UNSENDABLE = /[\u0000-\u0020\u007f]/;

/**
 * Splits a URL without normalising its path, as `new URL` would.
 * @throws InvalidRequestError if it is not http(s), names a user, or has a blank or control character.
 */
export function splitUrl(url: string): TargetUrl {
  const parts = ABSOLUTE.exec(url);
  const [, base = "", rest = ""] = parts ?? [];
  if (parts === null) throw new InvalidRequestError(url, "expected an absolute http or https URL");
  if (base.includes("@")) throw new InvalidRequestError(url, "a URL must not carry a user; pass it as the credential");
  if (UNSENDABLE.test(rest)) throw new InvalidRequestError(url, "blanks and control characters need percent-encoding");
  return { origin: originOf(base), path: rest.startsWith("/") ? rest : `/${rest}` };
}

const known = new Map<string, string>();

/** The origin of a URL in normal form: lower case, without a default port. */
export function originOf(base: string): string {
  const cached = known.get(base);
  if (cached !== undefined) return cached;
  if (!URL.canParse(base)) throw new InvalidRequestError(base, "expected a host name or address");
  const { origin } = new URL(base);
  // A run uses a handful of origins; a caller that invents them must not fill the memory.
  if (known.size > 100) known.clear();
  known.set(base, origin);
  return origin;
}
