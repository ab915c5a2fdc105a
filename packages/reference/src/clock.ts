/** The only source of time of a reference server; milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /**
   * Moves time forward, so that a test need not wait for a nonce, a token or an acknowledgement to run out. Part of a
   * millisecond counts as a whole one, since nonces and moments state whole ones.
   */
  advance(milliseconds: number): void;
  /** Goes back to where it began, for a server that is reset; a clock without it goes on. */
  rewind?(): void;
}

/** The machine's time plus whatever it was advanced by; one that `begins` at another moment runs from there. */
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

/** A clock that stands still unless it is advanced: two servers that share a start then answer alike. */
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
