import { expect } from "vitest";

/*
 * packages/schemas has the same file: a package can import only what another one publishes, and a separate package for
 * a single function would cost more than the second copy.
 */

/** Two measurements below this many milliseconds of processor time count as equal. */
const FLOOR = 5;
const ROUNDS = 3;
/** On a busy machine, even the shortest of a few rounds may be delayed. */
const MOST_ROUNDS = 24;
/** So large that neither caches nor garbage collection make one kind of growth look like the other. */
const TIMES_THE_INPUT = 32;
/** Quadratic growth would take 1,024 times as long. */
const MOST_TIMES_AS_LONG = 320;

/** Processor time instead of elapsed time, so that other work of the machine does not count. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Expects `size` to take about 32 times as long as a 32nd of it, and far less than a thousand times. */
export function expectLinear(work: (size: number) => void, size: number, what = ""): void {
  let [part, whole] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const most = (): number => MOST_TIMES_AS_LONG * part + FLOOR;
  /** A value far above the limit is no accident. */
  const isClose = (): boolean => whole >= most() && whole < 4 * most();
  for (let round = 0; round < ROUNDS || (round < MOST_ROUNDS && isClose()); round += 1) {
    part = Math.min(
      part,
      processorTime(() => work(Math.floor(size / TIMES_THE_INPUT))),
    );
    whole = Math.min(
      whole,
      processorTime(() => work(size)),
    );
  }
  expect(whole, what).toBeLessThan(most());
}
