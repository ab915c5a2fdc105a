/** Of the patience with one operation, what all of them share beyond their own share. */
const IN_ALL = 2;
/** Of it, what each operation has whatever the others have used up. */
const OWN_SHARE = 0.1;

/**
 * How long whoever takes something back waits for it, by operation: what one used up, no other has. Where several have used
 * theirs up, the target takes nothing back, and the others are waited for a tenth of the time.
 */
export class Patience {
  readonly #milliseconds: number;
  readonly #spent = new Map<string, number>();
  #inAll = 0;

  /** @param milliseconds for each operation, over the whole run */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Takes so many milliseconds for an operation; false where fewer are left of its share of the whole. */
  affords(operation: string, milliseconds: number, share = 1): boolean {
    const spent = (this.#spent.get(operation) ?? 0) + milliseconds;
    const isOver = this.#inAll + milliseconds > IN_ALL * this.#milliseconds;
    if (spent > Math.min(share, isOver ? OWN_SHARE : 1) * this.#milliseconds) return false;
    this.#spent.set(operation, spent);
    this.#inAll += milliseconds;
    return true;
  }
}
