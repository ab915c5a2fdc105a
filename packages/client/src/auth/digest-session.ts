import { randomBytes } from "node:crypto";
import { buildAuthorization } from "./authorization.ts";
import { digestResponse, nonceCount, passwordHash } from "./digest.ts";
import type { DigestChallenge } from "./digest-challenge.ts";
import type { Turns } from "./turns.ts";

/** "kept" uses a nonce for later requests too; "once" asks for a new challenge before every request. */
export type NonceUse = "kept" | "once";

/** A nonce on loan to one request. */
export interface NonceLease {
  readonly challenge: DigestChallenge;
  readonly passwordHash: string;
  readonly cnonce: string;
  /** The last nonce-count used, shared by all leases of the same nonce. */
  readonly counter: { count: number };
  /** Requests in flight with it. */
  users: number;
}

/**
 * The nonces of one user at one origin. A nonce is lent to one request at a time, so its counts arrive in strictly
 * rising order at any concurrency, which suits servers that keep a bitmap and those that only keep the last count.
 * When all are lent out, the next request goes without and brings a new nonce from its challenge: there are never more
 * nonces than requests in flight. Sharing one nonce instead saves those first challenges (16 of 3,000 requests at 16
 * connections), but lets counts overtake each other, which strict servers answer with a 401 each time.
 */
export class DigestSession {
  readonly #username: string;
  readonly #password: string;
  readonly #use: NonceUse;
  readonly #known = new Map<string, NonceLease>();
  /** Outlives a lease, so that a server which brings back an old nonce never sees a count twice. */
  readonly #counters = new Map<string, { count: number }>();
  readonly #free: NonceLease[] = [];
  /** The server hands the same nonce to everyone (Prism does): waiting for another one is pointless. */
  #oneNonceForAll = false;
  readonly #turns: Turns;
  /** Tries in a row that were alone with the server and were refused all the same. */
  #vain = 0;

  constructor(username: string, password: string, use: NonceUse, turns: Turns) {
    this.#turns = turns;
    this.#username = username;
    this.#password = password;
    this.#use = use;
  }

  /** A refusal may be about the nonce alone; one that went on when nobody else was there never was. */
  get mayBeNonce(): boolean {
    return this.#vain < MOST_VAIN;
  }

  /** Tells later whether any other request to the server was being answered since now. */
  watch(): () => boolean {
    const { sharing, entries } = this.#turns;
    return () => sharing > 1 || this.#turns.entries > entries;
  }

  /** Resolves when nobody is alone with the server, or at once if urgent; each `enter` is followed by one `leave`. */
  enter(urgent: boolean): Promise<void> | undefined {
    if (!urgent) return this.#turns.enter();
    this.#turns.intrude();
    return undefined;
  }

  leave(): void {
    this.#turns.leave();
  }

  /** Runs what nothing else may come between, inside an `enter`. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.alone(work);
  }

  /** Takes note of whether the credentials were accepted, or refused when nobody else was there. */
  learn(accepted: boolean): void {
    this.#vain = accepted ? 0 : this.#vain + 1;
  }

  /** A nonce that is free, `undefined` when a challenge has to be fetched first. */
  take(): NonceLease | undefined {
    const lease = this.#free.pop() ?? (this.#oneNonceForAll ? this.#known.values().next().value : undefined);
    if (lease !== undefined) lease.users++;
    return lease;
  }

  /** Takes the nonce of a challenge. One that is known goes on counting: a count is never used twice. */
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
      // As long as a digest, so that whoever takes digests out of a text takes it too.
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

  /** Gives up a nonce that the server no longer takes, or about which nothing is known after a fault. */
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

const MOST_VAIN = 2;

// Servers that give each challenge its own nonce must not fill the memory of a long run.
const MOST_COUNTERS = 1_000;

function keyOf({ nonce, realm, algorithm }: DigestChallenge): string {
  return `${algorithm} ${realm} ${nonce}`;
}
