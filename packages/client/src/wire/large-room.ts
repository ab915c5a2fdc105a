/**
 * The one place in which large bodies are collected and read, one after the other: sixteen of them at a time, each in a
 * buffer that grows, came to 200 MiB. What has waited `patience` milliseconds goes on in a place of its own,
 * so that a body which drips does not keep all others from being read.
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

  /** The room, when it is free. */
  take(): Buffer | undefined {
    if (this.#taken) return undefined;
    this.#taken = true;
    this.#bytes ??= Buffer.allocUnsafeSlow(this.#size);
    return this.#bytes;
  }

  /** Calls back with the room, or without when it was not to be had; the function returned ends the wait. */
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

  /** The room is free for the next; what was in it is written over. */
  give(): void {
    this.#taken = false;
    // Not at once: the next body would be read within the end of this one.
    setImmediate(() => {
      const [next] = this.#waiting;
      const bytes = next === undefined ? undefined : this.take();
      if (bytes !== undefined) next?.(bytes);
    });
  }
}
