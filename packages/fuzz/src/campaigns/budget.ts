/**
 * How many requests all campaigns of a run may send together. Each is promised a part, so that the first does not use
 * up everything; what one leaves over goes to those that come after it. Undoing is never refused and not counted.
 */
export class Budget {
  #spare = 0;
  readonly #requests: number;

  constructor(requests: number) {
    this.#requests = requests;
  }

  /** A campaign's own part, between 0 and 1 of the whole. */
  share(part: number): Share {
    let left = Math.floor(this.#requests * part);
    return {
      take: () => {
        if (left > 0) left -= 1;
        else if (this.#spare > 0) this.#spare -= 1;
        else return false;
        return true;
      },
      close: () => {
        this.#spare += left;
        left = 0;
      },
    };
  }
}

/** The part of a budget that one kind of campaigns may use. */
export interface Share {
  /** False when nothing is left: send nothing more. */
  take(): boolean;
  /** Hands what is left to the campaigns that follow. */
  close(): void;
}
