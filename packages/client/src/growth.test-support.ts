import { expect } from "vitest";

/*
 * The same stands in packages/schemas: a package can import only what another one publishes, and one of its own for a single
 * function would cost more than the second copy.
 */

/** Milliseconds of processor time below which two measurements are not told apart. */
const FLOOR = 5;
const ROUNDS = 4;
/** On a busy machine the least of four rounds may still be one that was held up. */
const MOST_ROUNDS = 24;
const MOST_TIMES_AS_LONG = 12;

/** Processor time, not the clock's: whatever else the machine does is no matter. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Expects four times the input to take about four times as long, collected garbage included, and by no means sixteen times. */
export function expectLinear(work: (size: number) => void, size: number, what = ""): void {
  let [once, fourTimes] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const isLinear = (): boolean => fourTimes < MOST_TIMES_AS_LONG * once + FLOOR;
  for (let round = 0; round < ROUNDS || (round < MOST_ROUNDS && !isLinear()); round += 1) {
    once = Math.min(
      once,
      processorTime(() => work(size)),
    );
    fourTimes = Math.min(
      fourTimes,
      processorTime(() => work(4 * size)),
    );
  }
  expect(fourTimes, what).toBeLessThan(MOST_TIMES_AS_LONG * once + FLOOR);
}
