import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { NonceStanding } from "../decisions/nonce-standing.ts";

interface Use {
  readonly issuedAt: number;
  highest: number;
  /** Which of the last `WINDOW` counts were used: one slot per count, reused in a circle. */
  readonly seen: Uint8Array;
}

const LIFETIME = 5 * 60_000;
/** Over parallel connections, counts may arrive out of order by this much. */
const WINDOW = 1_024;
/** The most nonces whose counts are kept: at most 4 MiB. */
const CAPACITY = 4_096;

/**
 * Nonces that prove their own origin (RFC 7616, section 3.3), so that a flood of challenges takes no memory. The server
 * keeps only nonces that a caller with a valid key has used. A nonce that it had to forget counts as expired.
 */
export class Nonces {
  readonly #secret: Buffer;
  readonly #uses = new Map<string, Use>();
  readonly #clock: Clock;
  #serial: number;
  #forgottenUpTo: number;

  /** The nonces of `before` count as expired: their callers know a key and only need a new nonce. */
  constructor(clock: Clock, before?: Nonces) {
    this.#clock = clock;
    this.#secret = before === undefined ? randomBytes(32) : before.#secret;
    this.#serial = before === undefined ? 0 : before.#serial;
    this.#forgottenUpTo = this.#serial;
  }

  issue(): string {
    this.#serial += 1;
    const stem = `${this.#serial.toString(36)}.${this.#clock.now().toString(36)}`;
    return `${stem}.${this.#sign(stem)}`;
  }

  standing(nonce: string): "fresh" | "expired" | "unknown" {
    const known = this.#uses.get(nonce);
    if (known !== undefined) return this.#inTime(known.issuedAt) ? "fresh" : "expired";
    const origin = this.#originOf(nonce);
    if (origin === undefined) return "unknown";
    return this.#inTime(origin.issuedAt) && origin.serial > this.#forgottenUpTo ? "fresh" : "expired";
  }

  /** Marks a count as used. Call it only after the response was verified; otherwise strangers could use up counts. */
  spend(nonce: string, count: number): NonceStanding {
    const standing = this.standing(nonce);
    if (standing !== "fresh") return standing;
    const use = this.#uses.get(nonce) ?? this.#remember(nonce);
    if (count <= use.highest - WINDOW) return "expired";
    if (count <= use.highest) {
      if (use.seen[count % WINDOW] === 1) return "replayed";
    } else {
      const skipped = Math.min(count - use.highest, WINDOW);
      for (let one = count - skipped + 1; one < count; one += 1) use.seen[one % WINDOW] = 0;
      use.highest = count;
    }
    use.seen[count % WINDOW] = 1;
    return "fresh";
  }

  #remember(nonce: string): Use {
    const oldest = this.#uses.size < CAPACITY ? undefined : this.#uses.keys().next().value;
    if (oldest !== undefined) {
      this.#uses.delete(oldest);
      this.#forgottenUpTo = Math.max(this.#forgottenUpTo, this.#originOf(oldest)?.serial ?? 0);
    }
    const use = { issuedAt: this.#originOf(nonce)?.issuedAt ?? 0, highest: 0, seen: new Uint8Array(WINDOW) };
    this.#uses.set(nonce, use);
    return use;
  }

  #inTime(issuedAt: number): boolean {
    return this.#clock.now() - issuedAt < LIFETIME;
  }

  #originOf(nonce: string): { readonly serial: number; readonly issuedAt: number } | undefined {
    const match = /^(([0-9a-z]{1,12})\.([0-9a-z]{1,12}))\.([A-Za-z0-9_-]{43})$/.exec(nonce);
    if (match === null) return undefined;
    const [, stem = "", serial = "", issuedAt = "", signature = ""] = match;
    if (!timingSafeEqual(Buffer.from(this.#sign(stem)), Buffer.from(signature))) return undefined;
    return { serial: Number.parseInt(serial, 36), issuedAt: Number.parseInt(issuedAt, 36) };
  }

  #sign(stem: string): string {
    return createHmac("sha256", this.#secret).update(stem).digest("base64url");
  }
}
