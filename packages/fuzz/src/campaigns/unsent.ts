import { SpentError } from "./spent-error.ts";

/** Nothing was sent, for want of budget or by the kernel, whose own class is known by its name only. */
export const isUnsent = (error: unknown): error is Error =>
  error instanceof SpentError || (error instanceof Error && error.name === "NotSentError");

/** Throws whatever is more than that nothing was sent. */
export function ignoreUnsent(error: unknown): void {
  if (!isUnsent(error)) throw error;
}
