declare const gate: unique symbol;

/**
 * The mark of what went through the redactor. Whoever makes a report has one gate that gives it, and what reads a report
 * back finds it there, so that neither a report nor a journal can be made of what was not looked at.
 */
export interface Passed {
  readonly [gate]: true;
}

/** A value that bears that mark, such as a text that may quote a target. */
export type Redacted<T> = T & Passed;

/** For what was read back from reports and journals: it bears the mark already. */
export const readBack = <T>(value: T): Redacted<T> => value as Redacted<T>;
