/** What of a digest Authorization value is secret: `response`, and `cnonce` where there is one that is long enough to be told apart. */
export interface DigestParts {
  readonly response: string;
  readonly cnonce?: string;
}

/** `undefined` for a value of another scheme, or one whose response is no digest. */
export function digestParts(authorization: string): DigestParts | undefined {
  const response = RESPONSE.exec(authorization)?.[1];
  if (response === undefined || !/^digest[ \t]/i.test(authorization)) return undefined;
  const cnonce = CNONCE.exec(authorization)?.[1];
  return { response, ...(cnonce !== undefined && { cnonce }) };
}

/** Every realm that a challenge or an Authorization value names. */
export function realmsOf(value: string): readonly string[] {
  return Array.from(value.matchAll(REALM), ([, quoted, bare]) => quoted?.replace(/\\(.)/gs, "$1") ?? bare ?? "");
}

const RESPONSE = /[\s,]response="?([0-9a-f]{31,128})/i;
const CNONCE = /[\s,]cnonce="?([0-9a-f]{31,128})/i;
const REALM = /(?:^|[\s,])realm[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))/gis;
