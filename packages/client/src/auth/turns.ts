const LONGEST_WAIT = 1_000;

/** Lets any number of requests run together, or one alone: that one waits until the others end, and delays the next. */
export class Turns {
  #sharing = 0;
  #entries = 0;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  #idle: (() => void) | undefined;
  #isAlone = false;
  /** Those that wait for the end of the one that runs alone now. */
  #next: (() => void)[] = [];

  get sharing(): number {
    return this.#sharing;
  }

  /** The number of entries so far. */
  get entries(): number {
    return this.#entries;
  }

  /** Resolves when no request runs alone or waits to. In the common case it enters at once, without a promise. */
  enter(): Promise<void> | undefined {
    if (this.#waiting > 0) return this.#enterLater();
    this.#enterNow();
    return undefined;
  }

  /** Enters at once, even while another request runs alone. */
  enterWithoutWaiting(): void {
    this.#enterNow();
  }

  /**
   * Resolves when the request that runs alone now ends, before another runs alone: two requests in a row that use the
   * same nonce would otherwise be torn apart by all who wait.
   */
  enterNext(): Promise<void> | undefined {
    if (this.#isAlone)
      return new Promise((resolve) => {
        this.#next.push(resolve);
      });
    this.#enterNow();
    return undefined;
  }

  leave(): void {
    this.#sharing -= 1;
    if (this.#sharing === 0) this.#idle?.();
  }

  /** The caller must have entered before. It has entered again when `work` is done. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    this.leave();
    const run = this.#last.then(() => this.#runAlone(work));
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #runAlone<T>(work: () => Promise<T>): Promise<T> {
    try {
      if (this.#sharing > 0) await this.#quiet();
      this.#isAlone = true;
      return await work();
    } finally {
      this.#isAlone = false;
      this.#waiting -= 1;
      this.#sharing += 1;
      for (const enters of this.#next.splice(0)) {
        this.#enterNow();
        enters();
      }
    }
  }

  /** Waits until all others have left, but at most LONGEST_WAIT: an unanswered request must not delay all others. */
  #quiet(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#idle = undefined;
        resolve();
      };
      const timer = setTimeout(done, LONGEST_WAIT);
      this.#idle = done;
    });
  }

  async #enterLater(): Promise<void> {
    while (this.#waiting > 0) await this.#last;
    this.#enterNow();
  }

  #enterNow(): void {
    this.#sharing += 1;
    this.#entries += 1;
  }
}
