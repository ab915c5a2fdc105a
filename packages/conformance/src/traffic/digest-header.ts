import {
  type Credential,
  digestResponse,
  type Exchange,
  headerValue,
  headerValues,
  parseChallenges,
  passwordHash,
} from "@plumbline/client";

/** What a digest Authorization value says (RFC 7616, section 3.4). */
export interface DigestHeader {
  readonly username: string;
  readonly realm: string;
  readonly nonce: string;
  readonly uri: string;
  /** What proves the key; not there where a part is missing, was masked by who recorded it, or is not for MD5 and qop=auth. */
  readonly proof?: Proof;
}

interface Proof {
  readonly response: string;
  readonly nc: string;
  readonly cnonce: string;
}

/** A digest that somebody has sent; `undefined` for other credentials, and for letters of which it is not given how they are hashed. */
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

/** Whether a proof is what this key answers to the nonce, for the method and the uri that stand beside it. */
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

/** The digest challenge of an answer for MD5, with its parameters by their names in lower case. */
export function challengeIn({ response }: Exchange): ReadonlyMap<string, string> | undefined {
  if (!("status" in response)) return undefined;
  return parseChallenges(headerValues(response.headers, "www-authenticate")).find(
    ({ scheme, parameters }) =>
      scheme.toLowerCase() === "digest" && /^md5$/i.test(parameters.get("algorithm") ?? "MD5"),
  )?.parameters;
}
