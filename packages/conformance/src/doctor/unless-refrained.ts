import { HandsOffError } from "../custody/hands-off-error.ts";
import { NotOfferedError } from "../ground/not-offered-error.ts";

/** Ignores the error of a create that the target does not offer, or that the run may not send or could not undo. */
export function unlessRefrained(error: unknown): undefined {
  if (!(error instanceof HandsOffError || error instanceof NotOfferedError)) throw error;
}
