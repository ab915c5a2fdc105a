import { HandsOffError } from "../custody/hands-off-error.ts";
import { NotOfferedError } from "../ground/not-offered-error.ts";

/** Ignores the error of a create that the run may not send, or could not undo: the record is then not lent. */
export function unlessRefrained(error: unknown): undefined {
  if (!(error instanceof HandsOffError || error instanceof NotOfferedError)) throw error;
}
