/** The fewest requests at a time for which the run assumes room. */
const LEAST = 2;

/** The number of requests that a target accepts at a time: unlimited, until it rejects connections. */
export class Room {
  #most = Number.POSITIVE_INFINITY;
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  /** Runs `act` as soon as there is room. */
  async within<T>(act: () => Promise<T>): Promise<T> {
    while (this.#inside >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#inside += 1;
    try {
      return await act();
    } finally {
      this.#inside -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** The target works but rejected a connection, so from now on it gets half as many requests at a time. */
  halve(): void {
    this.#most = Math.max(LEAST, Math.floor(Math.min(this.#most, this.#inside) / 2));
  }
}
