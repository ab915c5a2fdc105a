import type { JsonSchema } from "@plumbline/schemas";

/** Values that nobody wrote down; each call draws another one, and equal seeds draw equal ones. */
export interface Draw {
  /** What a schema accepts. */
  of(schema: JsonSchema): unknown;
  /** Text as people write it, of at most so many characters. */
  prose(longest: number): string;
  /** A whole number from the least to the most, both included. */
  integer(least: number, most: number): number;
  oneOf<T>(values: readonly [T, ...T[]]): T;
  /** Any JSON value. */
  anything(): unknown;
}
