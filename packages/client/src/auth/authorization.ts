/**
 * Fields of a digest Authorization value. The builder omits undefined fields and checks nothing, because probes omit
 * and falsify fields at will.
 */
export interface AuthorizationFields {
  readonly username?: string | undefined;
  readonly realm?: string | undefined;
  readonly nonce?: string | undefined;
  readonly uri?: string | undefined;
  readonly algorithm?: string | undefined;
  readonly response?: string | undefined;
  readonly qop?: string | undefined;
  readonly nc?: string | undefined;
  readonly cnonce?: string | undefined;
  readonly opaque?: string | undefined;
}

/**
 * A digest Authorization value with exactly the given fields. A comma without a blank joins them: the list grammar (RFC
 * 9110, section 5.6.1) allows both, and Prism 5 refuses the blank.
 */
export function buildAuthorization(fields: AuthorizationFields): string {
  const { username, realm, nonce, uri, algorithm, response, qop, nc, cnonce, opaque } = fields;
  // RFC 7616, section 3.4: algorithm, qop and nc must not be quoted, the others must.
  const text =
    quoted("username", username) +
    quoted("realm", realm) +
    quoted("nonce", nonce) +
    quoted("uri", uri) +
    bare("algorithm", algorithm) +
    quoted("response", response) +
    bare("qop", qop) +
    bare("nc", nc) +
    quoted("cnonce", cnonce) +
    quoted("opaque", opaque);
  return `Digest ${text.slice(1)}`;
}

function bare(name: string, value: string | undefined): string {
  return value === undefined ? "" : `,${name}=${value}`;
}

function quoted(name: string, value: string | undefined): string {
  if (value === undefined) return "";
  const special = value.includes('"') || value.includes("\\");
  return `,${name}="${special ? value.replace(/["\\]/g, "\\$&") : value}"`;
}
