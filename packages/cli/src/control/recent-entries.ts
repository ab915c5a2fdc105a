/**
 * The newest entries since the last reset, up to a limit, so that the memory of a server that runs for weeks does not
 * grow.
 */
export class RecentEntries<T> {
  readonly #most: number;
  #kept: T[] = [];
  #forgotten = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(entry: T): void {
    this.#kept.push(entry);
    // Old entries are dropped in batches of #most, so that the cost of an entry does not depend on how many there were.
    if (this.#kept.length < 2 * this.#most) return;
    this.#forgotten += this.#most;
    this.#kept = this.#kept.slice(this.#most);
  }

  read(): { readonly entries: readonly T[]; readonly forgotten: number } {
    const over = Math.max(0, this.#kept.length - this.#most);
    return { entries: this.#kept.slice(over), forgotten: this.#forgotten + over };
  }

  clear(): void {
    this.#kept = [];
    this.#forgotten = 0;
  }
}
