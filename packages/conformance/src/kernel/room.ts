/** However little room a target has, it has some for this many requests at a time. */
const LEAST = 2;

/** How many requests a target has room for at a time: for all, until it turns connections away. */
export class Room {
  #most = Number.POSITIVE_INFINITY;
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  /** Does something as soon as there is room for it. */
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

  /** A connection was turned away although the target works: from now on half as many come at a time. */
  halve(): void {
    this.#most = Math.max(LEAST, Math.floor(Math.min(this.#most, this.#inside) / 2));
  }
}
