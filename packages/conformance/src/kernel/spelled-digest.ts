import { createHash } from "node:crypto";
import type { DigestParameters, DigestSpelling } from "../ground/call.ts";

interface Spelled {
  readonly spelling: readonly DigestSpelling[];
  readonly challenge: DigestParameters;
  readonly count: number;
}

/** A parameter of the header as written: its name, and its value with any quotes. */
type Written = readonly [name: string, value: string];

const CNONCE = "0a4f113b";
const ODD_CNONCE = "0a,4f= 1;1/3:b";
const HEX = 16;
const DIGITS = 8;

/**
 * Builds a right Authorization value in an unusual spelling, so that a refusal shows what a server cannot read. Like
 * `faultyDigest`, it does not use the digest code of the client.
 */
export function spelledDigest(
  { spelling, challenge, count }: Spelled,
  { username, password }: { readonly username: string; readonly password: string },
  request: { readonly method: string; readonly url: string },
): string {
  const is = (one: DigestSpelling): boolean => spelling.includes(one);
  const uri = request.url.replace(/^https?:\/\/[^/]+/, "");
  const { realm, nonce, opaque } = challenge;
  const nc = count.toString(HEX).padStart(DIGITS, "0");
  const cnonce = is("commas and other signs in its cnonce") ? ODD_CNONCE : CNONCE;
  const response = md5(
    `${md5(`${username}:${realm}:${password}`)}:${nonce}:${nc}:${cnonce}:auth:${md5(`${request.method}:${uri}`)}`,
  );
  const usual: readonly Written[] = [
    ["username", quoted(username)],
    ["realm", quoted(realm)],
    ["nonce", quoted(nonce)],
    ["uri", quoted(uri)],
    ["algorithm", "MD5"],
    ["response", quoted(response)],
    ["qop", "auth"],
    ["nc", nc],
    ["cnonce", quoted(cnonce)],
    ...(opaque === undefined ? [] : [["opaque", quoted(opaque)] as const]),
  ];
  const ordered = is("parameters in another order") ? usual.toReversed() : usual;
  const text = ordered
    .map(([name, value]) => `${is("names of parameters in capitals") ? name.toUpperCase() : name}=${value}`)
    .join(is("blanks around commas") ? " ,\t " : ",");
  return `${schemeIn(spelling)}${is("two blanks behind the scheme") ? "  " : " "}${text}`;
}

function schemeIn(spelling: readonly DigestSpelling[]): string {
  if (spelling.includes("a scheme in small letters")) return "digest";
  return spelling.includes("a scheme in capitals") ? "DIGEST" : "Digest";
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
