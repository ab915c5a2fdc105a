/** The only source of time of a reference server; milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Moves time forward, so that a test need not wait for a nonce, a token or an acknowledgement to run out. */
  advance(milliseconds: number): void;
}

/** The machine's time plus whatever it was advanced by. */
export function machineClock(): Clock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
  };
}

/** A clock that stands still unless it is advanced: two servers that share a start then answer alike. */
export function standingClock(start: number): Clock {
  let now = start;
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
