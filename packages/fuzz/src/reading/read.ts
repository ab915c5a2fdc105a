import type { Place } from "./place.ts";

/**
 * Takes a value as JSON gave it for what it is meant to be.
 * @throws FailureFormatError for anything else.
 */
export type Read<T> = (value: unknown, place: Place) => T;
