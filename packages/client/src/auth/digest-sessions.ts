import { DigestSession, type NonceUse } from "./digest-session.ts";
import { Turns } from "./turns.ts";

// A fuzzer may make up a password per request; sessions beyond this many are forgotten, oldest first.
const MOST_SESSIONS = 256;

/** The digest session of every user at every origin that was spoken to. */
export class DigestSessions {
  readonly #nonceUse: NonceUse;
  readonly #sessions = new Map<string, DigestSession>();
  // A server may have one nonce for all users.
  readonly #turns = new Map<string, Turns>();

  constructor(nonceUse: NonceUse) {
    this.#nonceUse = nonceUse;
  }

  of(origin: string, username: string, password: string): DigestSession {
    const key = `${origin} ${username.length} ${username}${password}`;
    const known = this.#sessions.get(key);
    if (known !== undefined) return known;
    const turns = this.#turns.get(origin) ?? new Turns();
    this.#turns.set(origin, turns);
    const session = new DigestSession(username, password, this.#nonceUse, turns);
    this.#sessions.set(key, session);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MOST_SESSIONS && oldest !== undefined) this.#sessions.delete(oldest);
    return session;
  }
}
