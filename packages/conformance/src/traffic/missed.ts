/** A request whose exchange cannot be judged, as it was broken off or kept in part: a write changes what is known all the same. */
export interface Missed {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  /** Of its answer, where one came. */
  readonly status?: number;
  /** Milliseconds since the epoch; 0 where it is not known. */
  readonly startedAt: number;
  readonly milliseconds: number;
}
