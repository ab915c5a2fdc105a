/** Milliseconds. The pauses double from the first to the last and add up to a little more than three seconds. */
const FIRST_WAIT = 50;
const LAST_WAIT = 1_600;

type Pass = (milliseconds: number) => Promise<void>;

/**
 * Repeats a read until it shows what was written or the patience ends, because the contract states no time for this.
 * Returns the last value.
 */
export async function eventually<T>(pass: Pass, read: () => Promise<T>, shown: (value: T) => boolean): Promise<T> {
  let value = await read();
  for (let wait = FIRST_WAIT; wait <= LAST_WAIT && !shown(value); wait *= 2) {
    await pass(wait);
    value = await read();
  }
  return value;
}

/** The longest pause between two looks at a slow operation, in milliseconds. */
const LONGEST = 5_000;
const SHORTEST = 250;

/** The shortest pause in milliseconds, no matter how fast the target is. */
const LEAST = 20;

/**
 * Milliseconds to wait after a round, counted from 0: short at first because many servers are quick, then five seconds.
 */
const pauseAfter = (round: number, speed: number): number =>
  Math.max(LEAST, Math.min(LONGEST, SHORTEST * 2 ** round) / speed);

/** Rounds that take about a minute, the most that a check waits for one operation. */
export const ROUNDS = 16;

/** The duration of so many rounds in whole seconds, for a target of this speed. */
export const secondsOf = (rounds: number, speed = 1): number =>
  Math.round(
    Array.from({ length: rounds }, (_, round) => pauseAfter(round, speed)).reduce((sum, one) => sum + one, 0) / 1_000,
  );

/**
 * Repeats a look at a slow operation, for example a snapshot or a simulation, until it is over or the rounds are used
 * up. Returns the last value.
 */
export async function untilOver<T>(
  pass: Pass,
  look: () => Promise<T>,
  isOver: (value: T) => boolean,
  { rounds = ROUNDS, speed = 1 }: { readonly rounds?: number | undefined; readonly speed?: number | undefined } = {},
): Promise<T> {
  let value = await look();
  for (let round = 0; round < rounds && !isOver(value); round += 1) {
    await pass(pauseAfter(round, speed));
    value = await look();
  }
  return value;
}
