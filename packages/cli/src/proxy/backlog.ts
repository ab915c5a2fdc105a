/**
 * Bytes of waiting exchanges above which reads are not judged, so that a client that reads faster than the thread
 * judges need not wait.
 */
const MOST_JUDGED = 64 * 2 ** 20;
/**
 * Bytes of waiting exchanges above which new requests wait, because writes and recorded exchanges must not be skipped.
 */
const MOST_WAITING = 96 * 2 ** 20;

/** The bytes of the exchanges that a judging thread was given and has not judged yet. */
export class Backlog {
  readonly #held: (() => void)[] = [];
  #waiting = 0;
  #hasFailed = false;

  /** Whether reads are to be left out. */
  get isLong(): boolean {
    return this.#waiting > MOST_JUDGED;
  }

  add(bytes: number): void {
    this.#waiting += bytes;
  }

  remove(bytes: number): void {
    this.#waiting -= bytes;
    if (this.#waiting <= MOST_WAITING) this.#release();
  }

  /** Notes that the thread has ended: it takes nothing off any more, and requests must not wait for it. */
  fail(): void {
    this.#hasFailed = true;
    this.#release();
  }

  /** Resolves when there is room for another exchange; returns `undefined` if there is room now. */
  room(): Promise<void> | undefined {
    if (this.#hasFailed || this.#waiting <= MOST_WAITING) return undefined;
    return new Promise((resolve) => this.#held.push(resolve));
  }

  #release(): void {
    for (const goOn of this.#held.splice(0)) goOn();
  }
}
