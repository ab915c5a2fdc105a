/**
 * * A request whose exchange cannot be judged, because it was interrupted or recorded in part. If it is a write, the
 * state before it may no longer hold.
 */
export interface Missed {
  readonly method: string;
  /** An absolute URL. */
  readonly url: string;
  /** The status of the answer, if one came. */
  readonly status?: number;
  /** Milliseconds since the epoch; 0 if unknown. */
  readonly startedAt: number;
  readonly milliseconds: number;
}
