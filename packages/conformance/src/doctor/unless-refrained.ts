import { HandsOffError } from "../custody/hands-off-error.ts";
import { NotOfferedError } from "../ground/not-offered-error.ts";

/** What may not be created here, or could not be removed again, is not lent. */
export function unlessRefrained(error: unknown): undefined {
  if (!(error instanceof HandsOffError || error instanceof NotOfferedError)) throw error;
}
