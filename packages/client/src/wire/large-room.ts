/**
 * The one buffer in which large bodies are collected and read, one after the other: sixteen at a time, each in a
 * growing buffer, took 200 MiB. A body that has waited `patience` milliseconds continues in its own buffer, so that a
 * body which drips does not block all others.
 */
export class LargeRoom {
  readonly #size: number;
  readonly #patience: number;
  #bytes: Buffer | undefined;
  #taken = false;
  readonly #waiting = new Set<(bytes: Buffer | undefined) => void>();

  constructor(size: number, patience: number) {
    this.#size = size;
    this.#patience = patience;
  }

  /** The room; `undefined` while it is in use. */
  take(): Buffer | undefined {
    if (this.#taken) return undefined;
    this.#taken = true;
    this.#bytes ??= Buffer.allocUnsafeSlow(this.#size);
    return this.#bytes;
  }

  /** Calls back with the room, or without it after `patience` milliseconds. The returned function ends the wait. */
  wait(callback: (bytes: Buffer | undefined) => void): () => void {
    const leave = (): void => {
      clearTimeout(timer);
      this.#waiting.delete(enter);
    };
    const enter = (bytes: Buffer | undefined): void => {
      leave();
      callback(bytes);
    };
    const timer = setTimeout(enter, this.#patience, undefined);
    this.#waiting.add(enter);
    return leave;
  }

  /** Frees the room for the next body, which overwrites it. */
  give(): void {
    this.#taken = false;
    // Not at once, because the next body would then be read while this one is still ending.
    setImmediate(() => {
      const [next] = this.#waiting;
      const bytes = next === undefined ? undefined : this.take();
      if (bytes !== undefined) next?.(bytes);
    });
  }
}
