/** The secret parts of a digest Authorization value: `response`, and `cnonce` if it is long enough to be recognised. */
export interface DigestParts {
  readonly response: string;
  readonly cnonce?: string;
}

/** `undefined` if the scheme is not digest, or if the response does not look like a digest. */
export function digestParts(authorization: string): DigestParts | undefined {
  const response = RESPONSE.exec(authorization)?.[1];
  if (response === undefined || !/^digest[ \t]/i.test(authorization)) return undefined;
  const cnonce = CNONCE.exec(authorization)?.[1];
  return { response, ...(cnonce !== undefined && { cnonce }) };
}

/** Every realm in a challenge or an Authorization value. */
export function realmsOf(value: string): readonly string[] {
  return Array.from(value.matchAll(REALM), ([, quoted, bare]) => quoted?.replace(/\\(.)/gs, "$1") ?? bare ?? "");
}

const RESPONSE = /[\s,]response="?([0-9a-f]{31,128})/i;
const CNONCE = /[\s,]cnonce="?([0-9a-f]{31,128})/i;
const REALM = /(?:^|[\s,])realm[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))/gis;
