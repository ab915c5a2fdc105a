import { answered } from "@plumbline/client";
import type { Passed } from "./passed.ts";

/** Requests that are remembered; of a server that fails everywhere there is no end of them. */
const MOST = 1_000;

/**
 * Believes a 500 when the same request is answered so twice in a row, as a run does that asks again: once may be a restart
 * that the traffic ran into.
 */
export class RepeatedTrouble {
  readonly #last = new Map<string, { readonly passed: Passed; readonly isTold: boolean }>();

  /** What is believed of the answers to one request by now: nothing, this one, or this one and the one before it. */
  believed(passed: Passed): readonly Passed[] {
    const { request } = passed.exchange;
    const key = `${request.method} ${request.url} ${request.body ?? ""}`;
    const before = this.#last.get(key);
    this.#last.delete(key);
    if (!answered(passed.exchange) || passed.exchange.response.status !== 500) return [];
    const [oldest] = this.#last.size >= MOST ? this.#last.keys() : [];
    if (oldest !== undefined) this.#last.delete(oldest);
    this.#last.set(key, { passed, isTold: before !== undefined });
    if (before === undefined) return [];
    return before.isTold ? [passed] : [before.passed, passed];
  }
}
