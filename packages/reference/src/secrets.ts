import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { KEY_LABELS, type KeyLabel } from "./key-labels.ts";

/** An API key for digest authentication: the public half is the user name, the private half the password. */
export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}
/** A service account's credentials: it sends them with Basic to the token endpoint and gets a token. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}
/** The only user of metrics discovery; it sends name and password with Basic and has no roles. */
export interface MetricsCredentials {
  readonly username: string;
  readonly password: string;
}

/** Every credential that the server accepts. */
export interface Secrets {
  readonly keys: Readonly<Record<KeyLabel, KeyPair>>;
  readonly serviceAccount: ClientCredentials;
  readonly blockedServiceAccount: ClientCredentials;
  readonly metrics: MetricsCredentials;
}

/** Secrets that the caller sets; the others are random. */
export type GivenSecrets = Partial<Omit<Secrets, "keys">> & { readonly keys?: Partial<Secrets["keys"]> };

/** Random secrets from the operating system, except the given ones. */
export function makeSecrets(given: GivenSecrets = {}): Secrets {
  const pair = (label: KeyLabel): KeyPair => given.keys?.[label] ?? { publicKey: letters(8), privateKey: randomUUID() };
  return {
    keys: Object.fromEntries(KEY_LABELS.map((label) => [label, pair(label)])) as Record<KeyLabel, KeyPair>,
    serviceAccount: given.serviceAccount ?? client(),
    blockedServiceAccount: given.blockedServiceAccount ?? client(),
    metrics: given.metrics ?? { username: `metrics-${letters(6)}`, password: randomBytes(18).toString("base64url") },
  };
}

/** Compares in a time that does not depend on where the texts differ; hashing makes their lengths equal. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

/** The same for texts whose length is not secret, such as digests, in a fifth of the time. */
export function sameDigest(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

function client(): ClientCredentials {
  return { clientId: `sa_id_${randomBytes(12).toString("hex")}`, clientSecret: randomBytes(24).toString("base64url") };
}

/** Lower-case letters. 26 does not divide 256, but the slight bias is harmless for a name that is not secret. */
function letters(count: number): string {
  return Array.from(randomBytes(count), (byte) => String.fromCharCode(97 + (byte % 26))).join("");
}
