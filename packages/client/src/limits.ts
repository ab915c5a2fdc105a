/**
 * The limits of one request, in milliseconds and bytes. Exceeding one ends the request with a fault, never an
 * exception.
 */
export interface Limits {
  /** Opening the connection, TLS included. @default 5000 */
  readonly connectMs: number;
  /** From the moment the request is written to the end of the answer's head. @default 10000 */
  readonly headMs: number;
  /** The whole body, from the end of the head, so a body that drips is cut off as well. @default 10000 */
  readonly bodyMs: number;
  /** Everything except waiting for a free connection or for the rate. @default 20000 */
  readonly totalMs: number;
  /** Names and values of the head. @default 65536 */
  readonly headBytes: number;
  /** The body as sent on the wire. @default 8388608 */
  readonly wireBytes: number;
  /** The body after content decoding. @default 8388608 */
  readonly bodyBytes: number;
}

/** Limits for a server that usually answers within a second; times are milliseconds, sizes bytes. */
export const DEFAULT_LIMITS: Limits = {
  connectMs: 5_000,
  headMs: 10_000,
  bodyMs: 10_000,
  totalMs: 20_000,
  headBytes: 64 * 1024,
  wireBytes: 8 * 1024 * 1024,
  bodyBytes: 8 * 1024 * 1024,
};
