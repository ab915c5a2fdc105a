/** A map with a maximum size. The oldest entry makes room for a new one, because traffic has no end. */
export class Bounded<V> {
  readonly #entries = new Map<string, V>();
  readonly #most: number;

  constructor(most = 1_000) {
    this.#most = most;
  }

  get(key: string): V | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: V): void {
    this.#entries.delete(key);
    const [oldest] = this.#entries.size >= this.#most ? this.#entries.keys() : [];
    if (oldest !== undefined) this.#entries.delete(oldest);
    this.#entries.set(key, value);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  keys(): Iterable<string> {
    return this.#entries.keys();
  }
}
