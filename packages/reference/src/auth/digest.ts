import { hash, randomUUID } from "node:crypto";
import type { Behaviour } from "../decisions/behaviour.ts";
import type { ApiKey } from "../keys.ts";
import type { DigestCredentials } from "./authorization.ts";
import type { Nonces } from "./nonces.ts";

/** The realm of every digest challenge, and a part of the hash of each key. */
export const REALM = "Cluster Management API";

/** The result of `checkDigest`; every kind except `accepted` leads to a challenge with a new nonce. */
export type DigestVerdict =
  | { readonly kind: "accepted"; readonly key: ApiKey }
  | { readonly kind: "unknown-key" }
  /** `stale` says that the caller knows its key and only needs a new nonce (RFC 7616, section 3.3). */
  | { readonly kind: "refused"; readonly stale: boolean };

const refused = (stale: boolean): DigestVerdict => ({ kind: "refused", stale });

/** Finds keys by their public half, with the hash from which a response is computed. */
export class KeyRing {
  readonly #entries = new Map<string, { readonly key: ApiKey; readonly ha1: string }>();
  /**
   * Replaces the hash of an unknown key, so that the refusal of an unknown key takes as long as that of a known one.
   */
  readonly decoy = md5(`nobody:${REALM}:${randomUUID()}`);

  constructor(keys: Iterable<ApiKey>) {
    for (const key of keys) {
      const entry = { key, ha1: md5(asReceived(`${key.publicKey}:${REALM}:${key.privateKey}`)) };
      // Clients send a name beyond ASCII as UTF-8 or as Latin-1, and compute the hash from UTF-8.
      for (const name of [key.publicKey, asReceived(key.publicKey)]) this.#entries.set(name, entry);
    }
  }

  find(publicKey: string, same: Behaviour["sameKey"]): { readonly key: ApiKey; readonly ha1: string } | undefined {
    const exact = this.#entries.get(publicKey);
    if (exact !== undefined) return exact;
    for (const [known, entry] of this.#entries) if (same(publicKey, known)) return entry;
    return undefined;
  }
}

/** Checks digest credentials against their request. */
export function checkDigest(
  given: DigestCredentials,
  request: { readonly method: string; readonly target: string; readonly entityHash?: string },
  { keys, nonces, behaviour }: { readonly keys: KeyRing; readonly nonces: Nonces; readonly behaviour: Behaviour },
): DigestVerdict {
  if (!/^[0-9a-f]{8}$/i.test(given.nc) || !behaviour.offered(given)) return refused(false);
  if (!behaviour.answersChallenge(given, REALM) || !behaviour.uriMatches(given.uri, request.target))
    return refused(false);
  const count = Number.parseInt(given.nc, 16);
  if (count === 0) return refused(false);
  const entry = keys.find(given.username, behaviour.sameKey);
  const entity = given.qop === "auth-int" ? `:${request.entityHash ?? ""}` : "";
  const ha2 = md5(`${request.method}:${given.uri}${entity}`);
  const expected = md5(`${entry?.ha1 ?? keys.decoy}:${given.nonce}:${given.nc}:${given.cnonce}:${given.qop}:${ha2}`);
  const matches = behaviour.responseMatches(given.response, expected, given);
  if (entry === undefined) return { kind: "unknown-key" };
  if (!matches) return refused(false);
  if (count > behaviour.nonceUses()) return refused(true);
  const standing = nonces.spend(given.nonce, count);
  return behaviour.nonceAccepted(standing) ? { kind: "accepted", key: entry.key } : refused(standing === "expired");
}

/** The UTF-8 bytes of a text, as Node reads them in a header field. */
const asReceived = (text: string): string => Buffer.from(text, "utf8").toString("latin1");

/** Hashes the received bytes: Node reads header fields as Latin-1. */
function md5(text: string): string {
  return hash("md5", Buffer.from(text, "latin1"));
}
