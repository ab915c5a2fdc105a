import { expect } from "vitest";

/*
 * A copy of this file is in packages/client: a package can import only what another one publishes, and a separate
 * package for one function would cost more than the copy.
 */

/** Milliseconds of processor time below which two measurements count as equal. */
const FLOOR = 5;
const ROUNDS = 3;
/** On a busy machine, even the minimum of a few rounds may be a delayed one. */
const MOST_ROUNDS = 24;
/** A factor large enough that caches and garbage collection cannot make quadratic growth look linear. */
const TIMES_THE_INPUT = 32;
/** Quadratic growth would be a factor of 1,024. */
const MOST_TIMES_AS_LONG = 320;

/** Processor time instead of real time, so that other processes do not matter. */
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
  /** Results far above the limit are not repeated, because they are no accident. */
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
