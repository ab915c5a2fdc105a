import { Lane, type LaneSettings } from "./lane.ts";

interface Waiter {
  readonly resolve: (lane: Lane | undefined) => void;
  readonly signal: AbortSignal | undefined;
  readonly leave: () => void;
}

/** The pool of a server that rejected a connection first tries another after this many answers. */
const FIRST_PATIENCE = 200;

/**
 * The lanes to one origin, at most `size`. The pool reuses the last used lane first, so that few connections stay open.
 */
export class LanePool {
  readonly #origin: string;
  readonly #wanted: number;
  #size: number;
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** Answers since the size last changed, and how many of them make the pool grow by a lane. */
  #answersSince = 0;
  #patience = 0;
  readonly #settings: LaneSettings;
  readonly #lanes = new Set<Lane>();
  readonly #free: Lane[] = [];
  /** Lanes of requests that share a connection with nobody else, for as long as a caller has what they share. */
  readonly #dedicated = new WeakMap<object, Lane>();
  /** Those of them that are in use, and those whose connection may still be open. */
  readonly #dedicatedInUse = new Set<Lane>();
  readonly #dedicatedIdle = new Set<Lane>();
  readonly #waiting = new Set<Waiter>();

  constructor(origin: string, size: number, settings: LaneSettings) {
    this.#origin = origin;
    this.#wanted = size;
    this.#size = size;
    this.#settings = settings;
  }

  /** A free lane; `undefined` if all are in use. */
  take(): Lane | undefined {
    const free = this.#free.pop();
    if (free !== undefined || this.#lanes.size >= this.#size) return free;
    const lane = new Lane(this.#origin, this.#settings);
    this.#lanes.add(lane);
    return lane;
  }

  /** An additional lane although all are in use; `undefined` if the server accepts no more connections. */
  extra(): Lane | undefined {
    if (this.#size < this.#wanted) return undefined;
    const lane = new Lane(this.#origin, this.#settings);
    this.#lanes.add(lane);
    return lane;
  }

  /** The lane of the requests that have this object in common; it counts for no limit and is never handed to others. */
  dedicated(shared: object): Lane {
    const lane = this.#dedicated.get(shared) ?? new Lane(this.#origin, this.#settings);
    this.#dedicated.set(shared, lane);
    this.#dedicatedIdle.delete(lane);
    this.#dedicatedInUse.add(lane);
    return lane;
  }

  /** Waits in line for a lane; `undefined` if `signal` is aborted first or the pool is closed. */
  wait(signal?: AbortSignal): Promise<Lane | undefined> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        resolve,
        signal,
        leave: () => {
          this.#waiting.delete(waiter);
          signal?.removeEventListener("abort", waiter.leave);
          resolve(undefined);
        },
      };
      if (signal?.aborted) {
        resolve(undefined);
        return;
      }
      signal?.addEventListener("abort", waiter.leave);
      this.#waiting.add(waiter);
    });
  }

  /** Records that a complete answer came on one of the lanes. After many, a pool that shrank grows by one lane. */
  noteAnswer(): void {
    this.#answeredAt = performance.now();
    if (this.#size === this.#wanted) return;
    this.#answersSince += 1;
    if (this.#answersSince < this.#patience) return;
    this.#answersSince = 0;
    this.#size += 1;
  }

  /**
   * The server refused, cut off or ignored a new connection, while it continued to answer on the other lanes since
   * `began`. So it accepts no more connections than those, and the pool shrinks to them. A single rejection may be
   * chance, so the pool grows again, but each time later: every attempt costs a request on a server that stays full.
   */
  shrink(lane: Lane, began: number): void {
    const carrying = [...this.#lanes].filter((one) => one !== lane && one.answers > 0).length;
    if (carrying === 0 || this.#answeredAt <= began || carrying >= this.#size) return;
    this.#size = carrying;
    this.#answersSince = 0;
    this.#patience = Math.max(FIRST_PATIENCE, 2 * this.#patience);
  }

  /** Takes a lane back and hands free lanes to those who wait. */
  release(lane: Lane): void {
    if (this.#dedicatedInUse.delete(lane)) this.#keepIfOpen(lane);
    if (!this.#lanes.has(lane)) return;
    if (this.#lanes.size > this.#size) {
      this.#lanes.delete(lane);
      lane.close();
    } else {
      this.#free.push(lane);
    }
    this.#serve();
  }

  #serve(): void {
    for (const waiter of this.#waiting) {
      const lane = this.take();
      if (lane === undefined) return;
      this.#waiting.delete(waiter);
      waiter.signal?.removeEventListener("abort", waiter.leave);
      waiter.resolve(lane);
    }
  }

  /** Forgets lanes whose connection has closed, because callers may invent any number of objects to share. */
  #keepIfOpen(lane: Lane): void {
    this.#dedicatedIdle.add(lane);
    for (const one of this.#dedicatedIdle) if (!one.isOpen) this.#dedicatedIdle.delete(one);
  }

  /** Aborts the requests in flight that carry this signal. */
  abort(signal: AbortSignal): void {
    for (const { current } of this.#all()) if (current?.signal === signal) current.abort();
  }

  close(): void {
    for (const waiter of [...this.#waiting]) waiter.leave();
    for (const lane of this.#all()) lane.close();
  }

  #all(): readonly Lane[] {
    return [...this.#lanes, ...this.#dedicatedInUse, ...this.#dedicatedIdle];
  }
}
