import {
  type Credential,
  digestResponse,
  type Exchange,
  headerValue,
  headerValues,
  parseChallenges,
  passwordHash,
} from "@plumbline/client";

/** The parts of a digest Authorization value (RFC 7616, section 3.4). */
export interface DigestHeader {
  readonly username: string;
  readonly realm: string;
  readonly nonce: string;
  readonly uri: string;
  /**
   * * The parts that prove the key. Absent if one is missing, if the recorder masked it, or if the digest does not use
   * MD5 and qop=auth.
   */
  readonly proof?: Proof;
}

interface Proof {
  readonly response: string;
  readonly nc: string;
  readonly cnonce: string;
}

/**
 * * The digest that a request carries; `undefined` for other credentials, and for characters outside ASCII, whose
 * encoding before hashing is not known.
 */
export function digestHeaderOf({ request }: Exchange): DigestHeader | undefined {
  const authorization = headerValue(request.headers, "authorization") ?? "";
  const [first, ...others] = parseChallenges([authorization]);
  if (first?.scheme.toLowerCase() !== "digest" || others.length > 0) return undefined;
  const text = (name: string): string => first.parameters.get(name) ?? "";
  const parts = { username: text("username"), realm: text("realm"), nonce: text("nonce"), uri: text("uri") };
  if (!Object.values(parts).every((part) => /^[ -~]+$/.test(part))) return undefined;
  const proof = proofIn(first.parameters);
  return proof === undefined ? parts : { ...parts, proof };
}

function proofIn(parameters: ReadonlyMap<string, string>): Proof | undefined {
  const text = (name: string): string => parameters.get(name) ?? "";
  const proof = { response: text("response"), nc: text("nc"), cnonce: text("cnonce") };
  const isPlain = text("qop").toLowerCase() === "auth" && /^(md5)?$/i.test(text("algorithm"));
  const isWhole = /^[\da-f]{32}$/i.test(proof.response) && /^[\da-f]{8}$/i.test(proof.nc) && proof.cnonce !== "";
  return isPlain && isWhole && !parameters.has("userhash") ? proof : undefined;
}

/** Whether this key yields the proof, for the given method and for the nonce and uri of the header. */
export function isProvenBy(
  { username, realm, nonce, uri }: DigestHeader,
  { response, nc, cnonce }: Proof,
  method: string,
  key: Extract<Credential, { scheme: "digest" }>,
): boolean {
  const secret = passwordHash("MD5", username, realm, key.password);
  const right = digestResponse({ algorithm: "MD5", passwordHash: secret, method, uri, nonce, nc, cnonce });
  return right === response.toLowerCase();
}

/** The parameters of an answer's MD5 digest challenge, by lower-case name. */
export function challengeIn({ response }: Exchange): ReadonlyMap<string, string> | undefined {
  if (!("status" in response)) return undefined;
  return parseChallenges(headerValues(response.headers, "www-authenticate")).find(
    ({ scheme, parameters }) =>
      scheme.toLowerCase() === "digest" && /^md5$/i.test(parameters.get("algorithm") ?? "MD5"),
  )?.parameters;
}
