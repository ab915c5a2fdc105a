/** Milliseconds: doubled from the first to the last, a little more than three seconds in all. */
const FIRST_WAIT = 50;
const LAST_WAIT = 1_600;

type Pass = (milliseconds: number) => Promise<void>;

/**
 * Repeats a read until it shows what was written, or has had time enough to: how soon it must is not stated. Returns what
 * it showed last.
 */
export async function eventually<T>(pass: Pass, read: () => Promise<T>, shown: (value: T) => boolean): Promise<T> {
  let value = await read();
  for (let wait = FIRST_WAIT; wait <= LAST_WAIT && !shown(value); wait *= 2) {
    await pass(wait);
    value = await read();
  }
  return value;
}

/** The longest pause between two looks at what takes its time, in milliseconds. */
const LONGEST = 5_000;
const SHORTEST = 250;

/** However fast a server lives, it is not to be asked more often than this. */
const LEAST = 20;

/** Milliseconds to wait after a round, counted from 0: short at first, since many servers are quick, then five seconds. */
const pauseAfter = (round: number, speed: number): number =>
  Math.max(LEAST, Math.min(LONGEST, SHORTEST * 2 ** round) / speed);

/** As long as anyone should wait for one thing: a minute. */
export const ROUNDS = 16;

/** How long so many rounds take, in whole seconds, with a target of this speed. */
export const secondsOf = (rounds: number, speed = 1): number =>
  Math.round(
    Array.from({ length: rounds }, (_, round) => pauseAfter(round, speed)).reduce((sum, one) => sum + one, 0) / 1_000,
  );

/**
 * Repeats what takes its time, a snapshot or a simulation that has to get somewhere, until it has come to an end or the
 * rounds are used up. Returns what came last.
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
