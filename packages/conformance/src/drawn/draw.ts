import type { JsonSchema } from "@plumbline/schemas";

/** Draws values for tests. Each call draws the next value, and equal seeds draw equal values. */
export interface Draw {
  /** A value that the schema accepts. */
  of(schema: JsonSchema): unknown;
  /** Natural text with at most this many characters. */
  prose(longest: number): string;
  /** A whole number from the least to the most, both included. */
  integer(least: number, most: number): number;
  oneOf<T>(values: readonly [T, ...T[]]): T;
  /** Any JSON value. */
  anything(): unknown;
}
