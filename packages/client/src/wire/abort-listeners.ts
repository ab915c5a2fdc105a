/**
 * One listener per signal for all the requests that carry it. With a listener per request, all requests would share one
 * list. Once the collector moves a removed listener to the old space, that listener keeps every later one alive, with
 * its answer. Measured: 2.4 KB per request, and a tenth of the time of a campaign.
 */
export class AbortListeners {
  readonly #onAbort: (signal: AbortSignal) => void;
  readonly #heard = new Map<AbortSignal, { requests: number; readonly listener: () => void }>();

  constructor(onAbort: (signal: AbortSignal) => void) {
    this.#onAbort = onAbort;
  }

  /** A request with this signal begins. */
  enter(signal: AbortSignal): void {
    const known = this.#heard.get(signal);
    if (known !== undefined) {
      known.requests += 1;
      return;
    }
    const listener = (): void => this.#onAbort(signal);
    signal.addEventListener("abort", listener);
    this.#heard.set(signal, { requests: 1, listener });
  }

  /** A request with this signal has ended. After the last one, the listener is removed from the signal. */
  leave(signal: AbortSignal): void {
    const known = this.#heard.get(signal);
    if (known === undefined) return;
    known.requests -= 1;
    if (known.requests > 0) return;
    signal.removeEventListener("abort", known.listener);
    this.#heard.delete(signal);
  }
}
