/** Thrown when a request was not sent, because the target stopped answering or the run was interrupted. */
export class NotSentError extends Error {
  override readonly name = "NotSentError";
}

/** For reads that may fail because the target cannot be reached: they show nothing then. Rethrows any other error. */
export function ignoreNotSent(error: unknown): undefined {
  if (!(error instanceof NotSentError)) throw error;
}
