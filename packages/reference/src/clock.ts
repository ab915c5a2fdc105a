/** The only source of time of a reference server; milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /**
   * Moves time forward, so that a test need not wait until a nonce, a token or an acknowledgement expires. A part of a
   * millisecond counts as a whole one, because nonces and timestamps have whole milliseconds.
   */
  advance(milliseconds: number): void;
  /** Sets the clock back to its start when a server is reset. A clock without this method continues. */
  rewind?(): void;
}

/** The machine's time plus all advances. With `begins`, the clock starts at that moment. */
export function machineClock(begins?: number): Clock {
  const start = (): number => (begins === undefined ? 0 : begins - Date.now());
  let ahead = start();
  return {
    now: () => Date.now() + ahead,
    advance: (milliseconds) => {
      ahead += Math.ceil(milliseconds);
    },
    rewind: () => {
      ahead = start();
    },
  };
}

/** A clock that moves only when it is advanced, so that two servers with the same start answer alike. */
export function standingClock(start: number): Clock {
  let now = start;
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += Math.ceil(milliseconds);
    },
    rewind: () => {
      now = start;
    },
  };
}
