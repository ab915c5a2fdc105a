import { expect } from "vitest";

/*
 * The same stands in packages/schemas: a package can import only what another one publishes, and one of its own for a single
 * function would cost more than the second copy.
 */

/** Milliseconds of processor time below which two measurements are not told apart. */
const FLOOR = 5;
const ROUNDS = 3;
/** On a busy machine the least of a few rounds may still be one that was held up. */
const MOST_ROUNDS = 24;
/** So far apart that neither caches nor collected garbage make one kind of growth look like the other. */
const TIMES_THE_INPUT = 32;
/** The square of the input would be 1,024 times. */
const MOST_TIMES_AS_LONG = 320;

/** Processor time, not the clock's: whatever else the machine does is no matter. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Expects `size` to take about 32 times as long as a 32nd of it, and by no means a thousand times. */
export function expectLinear(work: (size: number) => void, size: number, what = ""): void {
  let [part, whole] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const most = (): number => MOST_TIMES_AS_LONG * part + FLOOR;
  /** What is far above it is no accident. */
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
