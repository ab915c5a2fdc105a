import { randomBytes } from "node:crypto";
import { buildAuthorization } from "./authorization.ts";
import { digestResponse, nonceCount, passwordHash } from "./digest.ts";
import type { DigestChallenge } from "./digest-challenge.ts";
import type { Turns } from "./turns.ts";

/** "kept" uses a nonce for later requests too; "once" fetches a new challenge before every request. */
export type NonceUse = "kept" | "once";

/** A nonce, lent to one request. */
export interface NonceLease {
  readonly challenge: DigestChallenge;
  readonly passwordHash: string;
  readonly cnonce: string;
  /** The last nonce-count used, shared by all leases of the same nonce. */
  readonly counter: { count: number };
  /** The number of requests in flight with this nonce. */
  users: number;
}

/**
 * The nonces of one user at one origin. The session lends a nonce to one request at a time, so its counts arrive in
 * strictly rising order at any concurrency. This suits servers that keep a bitmap and servers that keep only the last
 * count. If all nonces are lent, the next request goes without one and gets a new nonce from its challenge, so there
 * are never more nonces than requests in flight. Sharing one nonce would save those first challenges (16 of 3,000
 * requests at 16 connections), but counts would overtake each other, and strict servers answer each such request with a
 * 401.
 */
export class DigestSession {
  readonly #username: string;
  readonly #password: string;
  readonly #use: NonceUse;
  readonly #known = new Map<string, NonceLease>();
  /** Outlives a lease, so the session never sends a count twice to a server that returns to an old nonce. */
  readonly #counters = new Map<string, { count: number }>();
  readonly #free: NonceLease[] = [];
  /** The server gives the same nonce to every client (Prism does), so there is no other nonce to wait for. */
  #oneNonceForAll = false;
  readonly #turns: Turns;
  /** The server has accepted the credentials at least once. */
  #accepted = false;
  /** Tries in a row that the server refused although no other request was in flight. */
  #refusedAlone = 0;

  constructor(username: string, password: string, use: NonceUse, turns: Turns) {
    this.#turns = turns;
    this.#username = username;
    this.#password = password;
    this.#use = use;
  }

  /**
   * The server may have refused only the nonce. False after several refusals while no other request was in flight, and
   * after more of them if the server has accepted the credentials before: it may also answer 401 where they lack a
   * right, which says nothing about the next request.
   */
  get isWorthRepeating(): boolean {
    return this.#refusedAlone < (this.#accepted ? MOST_REFUSED_ALONE.accepted : MOST_REFUSED_ALONE.unknown);
  }

  /** Returns a function that tells whether the server has answered any other request since this call. */
  watch(): () => boolean {
    const { sharing, entries } = this.#turns;
    return () => sharing > 1 || this.#turns.entries > entries;
  }

  /** Resolves when no request runs alone, at once if urgent. The caller calls `leave` once for each `enter`. */
  enter(urgent: boolean): Promise<void> | undefined {
    if (!urgent) return this.#turns.enter();
    this.#turns.enterWithoutWaiting();
    return undefined;
  }

  leave(): void {
    this.#turns.leave();
  }

  /** Runs `work` while no other request is in flight. The caller has called `enter`. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.alone(work);
  }

  /** Records whether the server accepted the credentials, or refused them while no other request was in flight. */
  learn(accepted: boolean): void {
    this.#accepted ||= accepted;
    this.#refusedAlone = accepted ? 0 : this.#refusedAlone + 1;
  }

  /** A free nonce; `undefined` if the request must fetch a challenge first. */
  take(): NonceLease | undefined {
    const lease = this.#free.pop() ?? (this.#oneNonceForAll ? this.#known.values().next().value : undefined);
    if (lease !== undefined) lease.users++;
    return lease;
  }

  /** Adopts the nonce of a challenge. A known nonce keeps its counter, because a count must never appear twice. */
  adopt(challenge: DigestChallenge): NonceLease {
    const known = this.#known.get(keyOf(challenge));
    if (known !== undefined) {
      if (known.users === 0) this.#free.splice(this.#free.indexOf(known), 1);
      else this.#oneNonceForAll = this.#use === "kept";
      known.users++;
      return known;
    }
    const lease: NonceLease = {
      challenge,
      passwordHash: passwordHash(challenge.algorithm, this.#username, challenge.realm, this.#password),
      // As long as a digest, so that code which removes digests from a text removes it too.
      cnonce: randomBytes(16).toString("hex"),
      counter: this.#counter(challenge.nonce),
      users: 1,
    };
    this.#known.set(keyOf(challenge), lease);
    return lease;
  }

  /** The Authorization value for one request; every call uses up one count. */
  authorize(lease: NonceLease, method: string, uri: string): string {
    const { challenge, passwordHash, counter } = lease;
    const { algorithm, nonce, realm, opaque, auth, named } = challenge;
    counter.count++;
    const nc = auth ? nonceCount(counter.count) : undefined;
    const cnonce = auth ? lease.cnonce : undefined;
    return buildAuthorization({
      username: this.#username,
      realm,
      nonce,
      uri,
      algorithm: named ? algorithm : undefined,
      response: digestResponse({ algorithm, passwordHash, method, uri, nonce, nc, cnonce }),
      qop: auth ? "auth" : undefined,
      nc,
      cnonce,
      opaque,
    });
  }

  /** Returns a nonce that the server accepted. */
  release(lease: NonceLease): void {
    lease.users--;
    if (lease.users > 0 || this.#known.get(keyOf(lease.challenge)) !== lease) return;
    if (this.#use === "once") this.#known.delete(keyOf(lease.challenge));
    else this.#free.push(lease);
  }

  /** Discards a nonce that the server no longer accepts, or whose state is unknown after a fault. */
  drop(lease: NonceLease): void {
    lease.users--;
    if (this.#known.get(keyOf(lease.challenge)) === lease) this.#known.delete(keyOf(lease.challenge));
  }

  #counter(nonce: string): { count: number } {
    const counter = this.#counters.get(nonce) ?? { count: 0 };
    this.#counters.delete(nonce);
    this.#counters.set(nonce, counter);
    const [oldest] = this.#counters.keys();
    if (this.#counters.size > MOST_COUNTERS && oldest !== undefined) this.#counters.delete(oldest);
    return counter;
  }
}

const MOST_REFUSED_ALONE = { unknown: 2, accepted: 20 };

// A server that sends a new nonce with each challenge must not fill the memory of a long run.
const MOST_COUNTERS = 1_000;

function keyOf({ nonce, realm, algorithm }: DigestChallenge): string {
  return `${algorithm} ${realm} ${nonce}`;
}
