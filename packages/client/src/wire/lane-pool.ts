import { Lane, type LaneSettings } from "./lane.ts";

interface Waiter {
  readonly resolve: (lane: Lane | undefined) => void;
  readonly signal: AbortSignal | undefined;
  readonly leave: () => void;
}

/**
 * The lanes to one origin, at most `size`. The pool reuses the last used lane first, so that few connections stay open.
 */
export class LanePool {
  readonly #origin: string;
  readonly #wanted: number;
  #size: number;
  #answeredAt = Number.NEGATIVE_INFINITY;
  readonly #settings: LaneSettings;
  readonly #lanes = new Set<Lane>();
  readonly #free: Lane[] = [];
  /** Lanes of requests that share a connection with nobody else, by what they have in common. */
  readonly #apart = new Map<object, Lane>();
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
  apart(shared: object): Lane {
    const lane = this.#apart.get(shared) ?? new Lane(this.#origin, this.#settings);
    this.#apart.set(shared, lane);
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

  /** A complete answer came on one of the lanes. */
  answered(): void {
    this.#answeredAt = performance.now();
  }

  /**
   * The server refused, cut off or ignored a new connection, while it continued to answer on the other lanes since
   * `began`. So it accepts no more connections than those, and the pool shrinks to them.
   */
  crowded(lane: Lane, began: number): void {
    const carrying = [...this.#lanes].filter((one) => one !== lane && one.answers > 0).length;
    if (carrying > 0 && this.#answeredAt > began) this.#size = Math.min(this.#size, carrying);
  }

  give(lane: Lane): void {
    if (!this.#lanes.has(lane)) return;
    if (this.#lanes.size > this.#size) {
      this.#lanes.delete(lane);
      lane.close();
      return;
    }
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free.push(lane);
      return;
    }
    this.#waiting.delete(next);
    next.signal?.removeEventListener("abort", next.leave);
    next.resolve(lane);
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
    return [...this.#lanes, ...this.#apart.values()];
  }
}
