/** The longest pause between two looks at what takes its time, in milliseconds. */
const LONGEST = 5_000;
const SHORTEST = 250;

/** Milliseconds to wait after a round, counted from 0: short at first, since many servers are quick, then five seconds. */
export const pauseAfter = (round: number): number => Math.min(LONGEST, SHORTEST * 2 ** round);

/** How long so many rounds take, in whole seconds. */
export const secondsOf = (rounds: number): number =>
  Math.round(
    Array.from({ length: rounds }, (_, round) => pauseAfter(round)).reduce((sum, one) => sum + one, 0) / 1_000,
  );
