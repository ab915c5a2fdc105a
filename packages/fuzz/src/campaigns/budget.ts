/**
 * The number of requests that all campaigns of a run may send together. Each campaign has a guaranteed share, so that
 * the first cannot use up everything; unused requests go to later campaigns. Cleanup is never refused and does not
 * count.
 */
export class Budget {
  #spare = 0;
  readonly #requests: number;

  constructor(requests: number) {
    this.#requests = requests;
  }

  /** The share of a campaign, as a part between 0 and 1 of the whole. */
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

/** The share of a budget that one kind of campaign may use. */
export interface Share {
  /** False when the share is used up: the caller must send no more requests. */
  take(): boolean;
  /** Returns unused requests for later campaigns. */
  close(): void;
}
