import { createHash, randomBytes } from "node:crypto";
import { tokenWindow } from "@plumbline/schemas";
import type { Clock } from "../clock.ts";
import type { Behaviour } from "../decisions/behaviour.ts";
import type { Grant } from "../decisions/grant.ts";
import type { ClientCredentials } from "../secrets.ts";

/** A client of the token endpoint, with the addresses from which it may call and the roles of its tokens. */
export interface ServiceAccount extends ClientCredentials {
  /** Addresses from which the account may be used. */
  readonly accessList: readonly string[] | "any";
  /** @default every role on the first project and its organization */
  readonly grant?: Grant;
}

const LIFETIME_SECONDS = 3_600;

/** The valid tokens, stored by their hash, so that the time of a lookup reveals nothing about a guess. */
export class Tokens {
  readonly #issued = new Map<string, { readonly account: ServiceAccount; readonly until: number }>();
  readonly #clock: Clock;
  /** The lifetime of each token. */
  readonly lifetimeSeconds: number;

  constructor(clock: Clock, speed: number) {
    this.#clock = clock;
    this.lifetimeSeconds = Math.ceil(LIFETIME_SECONDS / speed);
  }

  /** Issues a token, and revokes the earlier ones of the account if `alone`. */
  issue(account: ServiceAccount, alone: boolean): string {
    for (const [hash, { account: holder, until }] of this.#issued)
      if (until <= this.#clock.now() || (alone && holder === account)) this.#issued.delete(hash);
    const token = randomBytes(32).toString("base64url");
    this.#issued.set(hashOf(token), { account, until: this.#clock.now() + this.lifetimeSeconds * 1_000 });
    return token;
  }

  holder(token: string): ServiceAccount | undefined {
    const found = this.#issued.get(hashOf(token));
    return found !== undefined && found.until > this.#clock.now() ? found.account : undefined;
  }
}

/** Counts requests per client in a window, a sliding one by default (description, Limits). */
export class RequestLimit {
  readonly #requests = new Map<string, number[]>();
  readonly #clock: Clock;
  readonly #window: number;

  constructor(clock: Clock, speed: number) {
    this.#window = tokenWindow(speed);
    this.#clock = clock;
  }

  /** Milliseconds until a request would be within the limit; 0 if this one is, and then it counts. */
  take(client: string, behaviour: Behaviour): number {
    const now = this.#clock.now();
    const { from, until } = behaviour.tokenWindow(now, this.#window);
    const recent = (this.#requests.get(client) ?? []).filter((at) => at >= from);
    const free = recent.length < behaviour.tokenRequestsPerWindow();
    const wait = free ? 0 : until(recent[0] ?? now) - now;
    if (free) recent.push(now);
    this.#requests.set(client, free ? recent : behaviour.countAfterRefusal(recent, now));
    return wait;
  }

  /** Takes the latest request out of its count. */
  giveBack(counter: string): void {
    this.#requests.get(counter)?.pop();
  }
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64");
}
