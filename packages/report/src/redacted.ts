declare const gate: unique symbol;

/**
 * Marks values that went through the redactor. One gate adds the mark when a report is made, and readers of reports
 * assume it, so that the types allow no report or journal of values that were not redacted.
 */
export interface Passed {
  readonly [gate]: true;
}

/** A value with that mark, such as a text that may quote a target. */
export type Redacted<T> = T & Passed;

/** Adds the mark to values read from reports and journals, which were redacted when they were written. */
export const readBack = <T>(value: T): Redacted<T> => value as Redacted<T>;
