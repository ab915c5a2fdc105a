import { SpentError } from "./spent-error.ts";

/**
 * Whether a request was not sent: the budget was used up, or the kernel refused, whose error class is identified by its
 * name.
 */
export const isUnsent = (error: unknown): error is Error =>
  error instanceof SpentError || (error instanceof Error && error.name === "NotSentError");

/** Rethrows every error except those of requests that were not sent. */
export function ignoreUnsent(error: unknown): void {
  if (!isUnsent(error)) throw error;
}
