const LONGEST_WAIT = 1_000;

/** Lets any number work side by side, or one alone: who wants that waits until the others are done, and holds up the next. */
export class Turns {
  #sharing = 0;
  #entries = 0;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  #idle: (() => void) | undefined;

  get sharing(): number {
    return this.#sharing;
  }

  /** How often somebody has entered so far. */
  get entries(): number {
    return this.#entries;
  }

  /** Resolves when nobody is alone or waits for that; at once, without a promise, in the common case. */
  enter(): Promise<void> | undefined {
    if (this.#waiting > 0) return this.#enterLater();
    this.#enterNow();
    return undefined;
  }

  /** Comes in at once, even beside somebody who wants to be alone. */
  intrude(): void {
    this.#enterNow();
  }

  leave(): void {
    this.#sharing -= 1;
    if (this.#sharing === 0) this.#idle?.();
  }

  /** Called by somebody who has entered, and who has entered again when it is over. */
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
      return await work();
    } finally {
      this.#waiting -= 1;
      this.#sharing += 1;
    }
  }

  /** Nobody has to wait for long because somebody else gets no answer. */
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
