/** How long whoever takes something back waits for it, by operation: what one used up, no other has. */
export class Patience {
  readonly #milliseconds: number;
  readonly #spent = new Map<string, number>();

  /** @param milliseconds for each operation, over the whole run */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Takes so many milliseconds for an operation; false where fewer are left. */
  affords(operation: string, milliseconds: number): boolean {
    const spent = (this.#spent.get(operation) ?? 0) + milliseconds;
    if (spent > this.#milliseconds) return false;
    this.#spent.set(operation, spent);
    return true;
  }
}
