import type { Place } from "./place.ts";

/**
 * Checks that a parsed JSON value has the expected form, and returns it.
 *
 * @throws FailureFormatError for any other value.
 */
export type Read<T> = (value: unknown, place: Place) => T;
