import { Lane, type LaneSettings } from "./lane.ts";

interface Waiter {
  readonly resolve: (lane: Lane | undefined) => void;
  readonly signal: AbortSignal | undefined;
  readonly leave: () => void;
}

/** The lanes to one origin, at most `size`; the one used last is used next, so that few connections stay warm. */
export class LanePool {
  readonly #origin: string;
  readonly #wanted: number;
  #size: number;
  #answeredAt = Number.NEGATIVE_INFINITY;
  readonly #settings: LaneSettings;
  readonly #lanes = new Set<Lane>();
  readonly #free: Lane[] = [];
  readonly #waiting = new Set<Waiter>();

  constructor(origin: string, size: number, settings: LaneSettings) {
    this.#origin = origin;
    this.#wanted = size;
    this.#size = size;
    this.#settings = settings;
  }

  /** A free lane, `undefined` when all are in use. */
  take(): Lane | undefined {
    const free = this.#free.pop();
    if (free !== undefined || this.#lanes.size >= this.#size) return free;
    const lane = new Lane(this.#origin, this.#settings);
    this.#lanes.add(lane);
    return lane;
  }

  /** A lane although all are in use; `undefined` where the server takes no more connections than those. */
  extra(): Lane | undefined {
    if (this.#size < this.#wanted) return undefined;
    const lane = new Lane(this.#origin, this.#settings);
    this.#lanes.add(lane);
    return lane;
  }

  /** Waits in line for a lane; `undefined` when `signal` is aborted first or the pool is closed. */
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

  /** A whole answer came on one of the lanes. */
  answered(): void {
    this.#answeredAt = performance.now();
  }

  /**
   * A lane was refused, cut off or left waiting on a connection that had never carried an answer, while the others have
   * gone on being answered since `began`: the server takes no more connections than those, so none is asked of it.
   */
  crowded(lane: Lane, began: number): void {
    const carrying = [...this.#lanes].filter((one) => one !== lane && one.answers > 0).length;
    if (carrying > 0 && this.#answeredAt > began) this.#size = Math.min(this.#size, carrying);
  }

  give(lane: Lane): void {
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

  /** Ends what is in flight under this signal. */
  abort(signal: AbortSignal): void {
    for (const { current } of this.#lanes) if (current?.signal === signal) current.abort();
  }

  close(): void {
    for (const waiter of [...this.#waiting]) waiter.leave();
    for (const lane of this.#lanes) lane.close();
  }
}
