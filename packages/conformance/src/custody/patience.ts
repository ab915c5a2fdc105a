/** All operations together may wait this many times as long as one operation. */
const IN_ALL = 2;
/** The share of its time that each operation keeps even if the others have used up the common time. */
const OWN_SHARE = 0.1;

/**
 * Limits how long the run waits for operations that undo something. Each operation has its own time. If several have
 * used theirs up, the target probably undoes nothing, and each other operation gets a tenth of its time.
 */
export class Patience {
  readonly #milliseconds: number;
  readonly #spent = new Map<string, number>();
  #inAll = 0;

  /** @param milliseconds the time of each operation, over the whole run */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Takes this many milliseconds for an operation; false if fewer are left of its share. */
  allows(operation: string, milliseconds: number, share = 1): boolean {
    const spent = (this.#spent.get(operation) ?? 0) + milliseconds;
    const isOver = this.#inAll + milliseconds > IN_ALL * this.#milliseconds;
    if (spent > Math.min(share, isOver ? OWN_SHARE : 1) * this.#milliseconds) return false;
    this.#spent.set(operation, spent);
    this.#inAll += milliseconds;
    return true;
  }
}
