/**
 * A token bucket for a single token. It spaces requests evenly, so that no window of a second ever has more requests
 * than the rate. A bucket with room for a burst would allow more right after a pause.
 */
export class Rate {
  readonly #gap: number;
  #next = 0;

  constructor(perSecond: number) {
    this.#gap = 1000 / perSecond;
  }

  /** Takes the next token; returns the milliseconds to wait before it is valid. */
  take(now: number): number {
    const at = Math.max(now, this.#next);
    this.#next = at + this.#gap;
    return at - now;
  }
}
