import type { Exchange } from "../exchange.ts";
import type { WireRequest } from "../wire-request.ts";
import { DigestSession, type NonceUse } from "./digest-session.ts";
import { Turns } from "./turns.ts";

// A fuzzer may invent a password per request. Above this number, the oldest session is forgotten.
const MOST_SESSIONS = 256;

/** The digest sessions, one for each user at each origin. */
export class DigestSessions {
  readonly #nonceUse: NonceUse;
  readonly #sessions = new Map<string, DigestSession>();
  // One `Turns` per origin, because a server may use one nonce for all users.
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

  /**
   * Sends a request that uses no session, but not while a session has the server to itself: it may use up a nonce that
   * all callers share.
   */
  inTurn(
    origin: string,
    { urgent = false }: Pick<WireRequest, "urgent">,
    send: () => Promise<Exchange>,
  ): Promise<Exchange> {
    const turns = this.#turns.get(origin);
    return turns === undefined || urgent ? send() : sendInTurn(turns, send);
  }
}

async function sendInTurn(turns: Turns, send: () => Promise<Exchange>): Promise<Exchange> {
  const turn = turns.enterNext();
  if (turn !== undefined) await turn;
  try {
    return await send();
  } finally {
    turns.leave();
  }
}
