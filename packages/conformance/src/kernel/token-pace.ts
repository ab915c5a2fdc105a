import { LIMITS, tokenWindow } from "@plumbline/schemas";

const { count } = LIMITS.tokenRequests;

/** Keeps requests to the token endpoint within its stated rate, so that only the check of that rate exceeds it. */
export class TokenPace {
  #sent: number[] = [];
  /** The last turn that was asked for, granted or not. */
  #last: Promise<void> = Promise.resolve();
  readonly #now: () => number;
  readonly #pass: (milliseconds: number) => Promise<void>;
  readonly #window: number;

  constructor(now: () => number, pass: (milliseconds: number) => Promise<void>, speed = 1) {
    this.#window = tokenWindow(speed);
    this.#now = now;
    this.#pass = pass;
  }

  /**
   * Resolves when another request is allowed; if the oldest of the last ten is too recent, it passes a whole window.
   * Turns are granted one after another, because a caller that comes during that window must not go before it ends.
   */
  turn(): Promise<void> {
    const grant = (): Promise<void> => this.#grant();
    // A window that could not be passed fails its own caller only.
    this.#last = this.#last.then(grant, grant);
    return this.#last;
  }

  async #grant(): Promise<void> {
    const since = this.#now() - this.#window;
    this.#sent = this.#sent.filter((at) => at > since);
    if (this.#sent.length >= count) {
      this.#sent = [];
      await this.#pass(this.#window);
    }
    this.#sent.push(this.#now());
  }
}
