import { FailureFormatError } from "./format-error.ts";
import type { Place } from "./place.ts";

/** @throws FailureFormatError, always. */
export function refuse({ file, pointer }: Place, expected: string, received: string): never {
  throw new FailureFormatError(file, { pointer, expected, received });
}
